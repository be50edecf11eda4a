// Runs Python beside the page, so that the page stays awake; everything comes from this folder.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = (path) => new URL(path, import.meta.url).href;

async function fetched(path) {
  const response = await fetch(here(path));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

async function start() {
  postMessage({ stage: "python" });
  const python = await loadPyodide({ indexURL: here("./pyodide/") });
  postMessage({ stage: "rami" });
  const { wheels } = await (await fetched("./built.json")).json();
  await python.loadPackage(wheels.map((name) => here(`./wheels/${name}`)), { checkIntegrity: false });
  python.FS.writeFile("/home/pyodide/desk.py", await (await fetched("./desk.py")).text());
  const desk = python.pyimport("desk");
  postMessage({ stage: "ready" });
  return desk;
}

const ready = start();
ready.catch((error) => postMessage({ stage: "failed", error: String(error) }));

onmessage = async ({ data: { id, question, asked } }) => {
  try {
    const desk = await ready;
    postMessage({ id, answer: JSON.parse(desk.answer(question, JSON.stringify(asked))) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
};
