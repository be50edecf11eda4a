// While the page is built: `node snapshot.mjs FOLDER` starts Python once, keeps the memory, and makes the archive of its
// library.  A visitor's browser then begins where this interpreter stands, seconds of work later.
import { readFileSync, writeFileSync } from "node:fs";

const out = process.argv[2];
const file = (name) => `${out}/${name}`;
const { loadPyodide } = await import(file("pyodide/pyodide.mjs"));
const { modules, wheels } = JSON.parse(readFileSync(file("parts.json")));
const ENV = { PYTHONOPTIMIZE: "2", PYTHONNODEBUGRANGES: "1", PYTHONHASHSEED: "0", HOME: "/home/pyodide" };
const bytes = (name) => { const found = readFileSync(name); return found.buffer.slice(found.byteOffset, found.byteOffset + found.byteLength); };

// the memory as WebAssembly makes it: what is kept is only the difference
let fresh = null;
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given), { memory } = (made.instance ?? made).exports;
  if (memory) fresh = new Uint8Array(memory.buffer).slice();
  return made;
};
async function python(options) {
  const found = await loadPyodide({ indexURL: file("pyodide/"), env: ENV, ...options });
  found.FS.writeFile("/tmp/snapshot.py", readFileSync(new URL("snapshot.py", import.meta.url), "utf8"));
  return found;
}
const RUN = "exec(compile(open('/tmp/snapshot.py').read(), 'snapshot', 'exec'), globals())\n";

const first = await python({});
first.FS.mkdirTree("/code/try_it");
for (const name of wheels) first.unpackArchive(bytes(file(`wheels/${name}`)), "wheel", { extractDir: "/code" });
for (const name of modules) first.FS.writeFile(`/code/try_it/${name}`, readFileSync(file(name), "utf8"));
const count = first.runPython(`import sys; sys.path.insert(0, "/code")
${RUN}warm()
squeeze("/tmp/library.zip", "/code", "/lib/python314.zip")`);
writeFileSync(file("pyodide/library.zip"), first.FS.readFile("/tmp/library.zip"));

// again, from compiled modules, which leaves less behind
const second = await python({ _makeSnapshot: true, stdLibURL: file("pyodide/library.zip") });
const read = second.runPython(`${RUN}warm()
" ".join(sys.modules)`);
// what the memory does not hold yet; written by the first interpreter, which leaves no trace in the second
first.runPython(`rest("/tmp/library.zip", "/tmp/rest.zip", """${read}""".split())`);
const rest = first.FS.readFile("/tmp/rest.zip");
second.FS.writeFile("/lib/python314.zip", rest);
second.runPython(`import importlib
importlib.invalidate_caches()
gc.collect()`);
const memory = second.makeMemorySnapshot(), head = memory.length - second._module.HEAP8.length;
for (let at = 0; at < fresh.length; at += 1) memory[head + at] ^= fresh[at];
writeFileSync(file("pyodide/memory.bin"), memory);
writeFileSync(file("pyodide/library.zip"), rest);
writeFileSync(file("pyodide/memory.json"), JSON.stringify({ size: memory.length, head }));
console.log(`${count} files of the library; memory of ${memory.length} bytes`);
