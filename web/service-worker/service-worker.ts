/**
 * Keeps the portal's own files, so that a click or a reload shows the portal where there is no network, and so that a tab finds
 * the files of its version when the server has another one (docs/specification/shell.md#without-a-connection). What people see
 * in the portal, and who they are, is never in here: answers with data pass it by.
 */
export {}

declare const self: ServiceWorkerGlobalScope
/** Put here by the build (scripts/bundle-worker.ts). Files are named after their content, so each version has another list. */
declare const PORTAL: { readonly version: string; readonly files: readonly string[] }
const { version, files } = PORTAL

/** For all addresses of the portal: the page finds out by itself which one it is. */
const PAGE = '/dashboard'
const PROJECT = '/config.json'
const PREFIX = 'portal-'
const CACHE = PREFIX + version
/** Somebody who waits longer for the page itself has a line that is as good as none. */
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

/** All or nothing. It waits beside the version before it until the last tab of that is closed, and nothing is taken from those. */
async function keep() {
  const cache = await caches.open(CACHE)
  // As long as the server changes over, the page may be that of another version.
  const page = await fetch(PAGE, { cache: 'reload' })
  const named = (await page.clone().text()).matchAll(/(?:src|href)="(\/assets\/[^"#]+)/g)
  for (const [, file = ''] of named) if (!files.includes(file)) throw new Error(`The page has another ${file}`)
  await Promise.all([cache.put(PAGE, page), cache.addAll([PROJECT, ...files])])
}

async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(others.map((name) => caches.delete(name)))
  // The tab that has brought this here is in its care at once.
  await self.clients.claim()
}

/** What the server says, and where it says nothing what it said when this came here. */
async function newestOr(address: string, request: Request): Promise<Response> {
  const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined)
  if (answer && answer.status < 500) return answer
  const cache = await caches.open(CACHE)
  return (await cache.match(address)) ?? answer ?? Response.error()
}

/** Of whatever version: a tab may be older or newer than this. */
const kept = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
