// Keeps the files of this folder, so that a second visit needs no network.  A new build has another name, and waits until
// no page of the old one is open.
const BUILD = "rami try-it development";
const here = new URL("./", self.location).href;

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const { page } = await (await fetch("built.json", { cache: "no-cache" })).json();
  const cache = await caches.open(BUILD);
  await cache.addAll(["./", "built.json", ...page].map((path) => new Request(path, { cache: "no-cache" })));
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const others = (await caches.keys()).filter((name) => name.startsWith("rami try-it ") && name !== BUILD);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
})()));

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(here)) event.respondWith(answer(event));
});

async function answer(event) {
  const cache = await caches.open(BUILD);
  const kept = await cache.match(event.request, { ignoreSearch: true, ignoreVary: true });
  if (kept) return kept;
  const response = await whole(event.request);
  if (response.status === 200) event.waitUntil(cache.put(event.request, response.clone()));
  return response;
}

// A server may not compress what it sends: the largest script comes from its compressed copy.
async function whole(request) {
  if (request.url !== `${here}pyodide/pyodide.asm.mjs`) return fetch(request);
  const { body, status } = await fetch(`${request.url}.gz`);
  return status === 200 ? new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "text/javascript" } }) : fetch(request);
}
