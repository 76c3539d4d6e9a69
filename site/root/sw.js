// The service worker, an extra: keeps one build whole on this device, so that a second visit needs no network.
//
// Its address carries the build and which file the interpreter came as (sw.js?v-…&pyodide.asm.wasm), so a new build
// brings a new worker with a cache of its own; the old cache goes only once the new one is complete. Pages come from
// the network where there is one, everything under v-… from the cache.

const [BUILD, INTERPRETER] = self.location.search.slice(1).split("&");
const CACHE = `qkv ${self.registration.scope} ${BUILD}`;
const PATIENCE = 4000; // ms for a page from a slow network before the kept one is shown

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("message", () => self.skipWaiting()); // a page asks anew: see offline.js
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || !url.startsWith(self.registration.scope)) return;
  if (mode === "navigate") event.respondWith(page(event.request));
  else event.respondWith(file(event.request));
});

async function keep() {
  const files = await (await fetch(`${BUILD}/files.json`)).json();
  try {
    await (await caches.open(CACHE)).addAll([...files, `${BUILD}/runtime/${INTERPRETER}`]); // all of them, or none
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  await self.skipWaiting();
}

async function forgetOthers() {
  const own = `qkv ${self.registration.scope} `;
  for (const name of await caches.keys()) if (name.startsWith(own) && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

async function page(request) {
  const kept = await caches.match(request, { cacheName: CACHE, ignoreSearch: true });
  if (!kept) return fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept.clone()));
  return Promise.race([fetch(request).catch(() => kept), late]);
}

/** Who asks for the interpreter's other file gets the one that is kept, sees that it is not that, and asks for this. */
async function file(request) {
  const kept = (url) => caches.match(url, { cacheName: CACHE });
  return (await kept(request)) ?? (await kept(`${request.url}.gzipped`)) ?? fetch(request);
}
