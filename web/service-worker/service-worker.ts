/**
 * Caches the portal's own files, so that a click or a reload works without a network, and so that a tab finds the files
 * of its version when the server has a newer one (docs/specification/shell.md#without-a-connection). Data and sessions
 * are never cached: API requests bypass the worker.
 */
export {}

declare const self: ServiceWorkerGlobalScope
/**
 * The version and the files of the portal, inserted by the build (scripts/bundle-worker.ts). File names contain content
 * hashes, so each version has another list.
 */
declare const PORTAL: { readonly version: string; readonly files: readonly string[] }
const { version, files } = PORTAL

/** The page that serves all addresses of the portal, whose router reads the address. */
const PAGE = '/dashboard'
const PROJECT = '/config.json'
const PREFIX = 'portal-'
const CACHE = PREFIX + version
/** The time after which the server counts as offline. */
const PATIENCE_MS = 8_000

self.addEventListener('install', (event) => event.waitUntil(keep()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(newestOr(PAGE, request))
  else if (pathname === PROJECT) event.respondWith(newestOr(PROJECT, request))
  else if (files.includes(pathname) || pathname.startsWith('/assets/')) event.respondWith(kept(request))
})

/**
 * Caches all files of this version or none. A new version waits until the last tab of the previous one is closed, and
 * leaves its files alone.
 */
async function keep() {
  const cache = await caches.open(CACHE)
  // The fetched page may belong to another version during a deployment.
  const page = await fetch(PAGE, { cache: 'reload' })
  const named = (await page.clone().text()).matchAll(/(?:src|href)="(\/assets\/[^"#]+)/g)
  for (const [, file = ''] of named) if (!files.includes(file)) throw new Error(`The page has another ${file}`)
  await Promise.all([cache.put(PAGE, page), cache.addAll([PROJECT, ...files])])
}

async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(others.map((name) => caches.delete(name)))
  // The worker takes over the tab that registered it at once.
  await self.clients.claim()
}

/** Returns the server's answer, or the cached page if there is none. */
async function newestOr(address: string, request: Request): Promise<Response> {
  const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined)
  if (answer && answer.status < 500) return answer
  const cache = await caches.open(CACHE)
  return (await cache.match(address)) ?? answer ?? Response.error()
}

/** Returns a cached file of any version: the tab may be older or newer than the worker. */
const kept = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
