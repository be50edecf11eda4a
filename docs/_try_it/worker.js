// Runs Python beside the page, so that the page stays awake; everything comes from this folder.
//
// A visitor does not wait for an interpreter to start: the build has started one and kept its memory (snapshot.mjs).  Here
// WebAssembly makes a fresh memory, the difference is copied over it, and Python picks up where it left off.  The archive of its
// library is needed only for what the kept memory does not hold yet, so it comes last.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = (path) => new URL(path, import.meta.url).href;
const WASM = "pyodide/pyodide.asm.wasm", LIBRARY = "pyodide/library.zip", MEMORY = "pyodide/memory.bin.gz";
// an archive without members: the place of the library is taken until it comes
const EMPTY = new Uint8Array([80, 75, 5, 6, ...Array(18).fill(0)]);
const PAGE = 65536;

async function fetched(path) {
  const response = await fetch(here(path));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

// --- how far the files are

let total = 0, loaded = 0;
function counted(stream) {
  return stream.pipeThrough(new TransformStream({
    transform(part, to) {
      loaded += part.length;
      postMessage({ stage: "loading", loaded: Math.min(loaded, total), total });
      to.enqueue(part);
    },
  }));
}
const unzipped = async (path) => counted((await fetched(path)).body).pipeThrough(new DecompressionStream("gzip"));

// --- Pyodide fetches its files by name: what it asks for comes from where the build has put it

const realFetch = fetch.bind(self);
function serve() {
  const wasm = unzipped(`${WASM}.gz`);
  self.fetch = async (what, ...rest) => {
    const url = String(what?.url ?? what);
    if (url === here(WASM)) return new Response(await wasm, { headers: { "Content-Type": "application/wasm" } });
    if (url === here("pyodide/python_stdlib.zip")) return new Response(EMPTY);
    return realFetch(what, ...rest);
  };
}

// --- the memory: what WebAssembly makes, changed where it differs

async function keptMemory({ size }) {
  const memory = new Uint8Array(size), reader = (await unzipped(MEMORY)).getReader();
  for (let at = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return memory;
    memory.set(value, at);
    at += value.length;
  }
}
function whenMade(change) {
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const make = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await make.apply(WebAssembly, given), { memory } = (made.instance ?? made).exports;
      if (memory) change(memory);
      return made;
    };
  }
}
function overlay(kept, head, memory) {
  const words = new Uint32Array(kept.buffer, head), lacking = words.byteLength - memory.buffer.byteLength;
  const fresh = new Uint32Array(memory.buffer.slice(0));
  if (lacking > 0) memory.grow(Math.ceil(lacking / PAGE));
  for (let at = 0; at < fresh.length; at += 1) words[at] ^= fresh[at];
}

async function start() {
  const { files, memory, lock } = await (await fetched("built.json")).json();
  total = files.filter(({ path }) => path.endsWith(".gz")).reduce((sum, { size }) => sum + size, 0);
  postMessage({ stage: "loading", loaded: 0, total });
  serve();
  const kept = keptMemory(memory);
  kept.then(() => postMessage({ stage: "starting" }));
  const ready = await kept;
  whenMade((made) => overlay(ready, memory.head, made));
  const python = await loadPyodide({ indexURL: here("pyodide/"), _loadSnapshot: ready, lockFileContents: JSON.stringify(lock) });
  const desk = python.pyimport("try_it.desk");
  postMessage({ stage: "ready" });
  return { python, desk };
}

const ready = start();
ready.catch((error) => postMessage({ stage: "failed", error: String(error) }));
const library = ready.then(async ({ python }) => {
  python.FS.writeFile("/lib/python314.zip", new Uint8Array(await (await realFetch(here(LIBRARY))).arrayBuffer()));
  python.runPython("import importlib; importlib.invalidate_caches()");
});

async function answered(question, asked) {
  const { desk } = await ready;
  return JSON.parse(desk.answer(question, JSON.stringify(asked)));
}
onmessage = async ({ data: { id, question, asked } }) => {
  try {
    postMessage({ id, answer: await answered(question, asked).catch(async (error) => {
      // something is asked for the first time that the kept memory lacks: with the library it is there
      if (!/ModuleNotFoundError|ImportError|FileNotFoundError|ZipImportError/.test(error)) throw error;
      await library;
      return answered(question, asked);
    }) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
};
