// rami in a worker: questions go there, answers come back, and the page stays awake.

const waiting = new Map();
let worker = null, next = 1;

// `tell` hears of { stage: "loading", loaded, total }, "starting", "ready" and { stage: "failed", error }.
export function startPython(tell) {
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.stage) return tell(data);
    const { resolve, reject } = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error) reject(new Error(data.error)); else resolve(data.answer);
  };
  worker.onerror = (event) => tell({ stage: "failed", error: event.message });
}

export const ask = (question, asked = {}) => new Promise((resolve, reject) => {
  waiting.set(next, { resolve, reject });
  worker.postMessage({ id: next++, question, asked });
});
