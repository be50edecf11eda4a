// Runs Python beside the page, so that the page stays awake; everything comes from this folder.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = (path) => new URL(path, import.meta.url).href;

async function fetched(path) {
  const response = await fetch(here(path));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

// Pyodide fetches its files itself, and does not say how far it is: so they are fetched before, and come out of a cache then.
async function load(files) {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let loaded = 0, said = 0;
  postMessage({ stage: "loading", loaded, total });
  await Promise.all(files.map(async ({ path }) => {
    const reader = (await fetched(path)).body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      loaded += value.length;
      if (loaded - said < 2e5 && loaded < total) continue;
      said = loaded;
      postMessage({ stage: "loading", loaded, total });
    }
  }));
}

async function start() {
  const { files, wheels, modules } = await (await fetched("built.json")).json();
  await load(files);
  postMessage({ stage: "starting" });
  const python = await loadPyodide({ indexURL: here("pyodide/") });
  await python.loadPackage(wheels.map((name) => here(`wheels/${name}`)), { checkIntegrity: false });
  python.FS.mkdir("/home/pyodide/try_it");
  for (const name of modules) python.FS.writeFile(`/home/pyodide/try_it/${name}`, await (await fetched(name)).text());
  const desk = python.pyimport("try_it.desk");
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
