/**
 * Caches the portal's own files, so that a click or a reload works without a network, and so that a tab finds the files
 * of its version when the server has a newer one (docs/specification/shell.md#offline). Data and sessions
 * are never cached: API requests bypass the worker. It also shows the notices that the server pushes
 * (docs/specification/notices.md#device).
 */
import { isPushSession } from '../lib/push-session.ts'

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

self.addEventListener('push', (event) => event.waitUntil(show(readNotice(event.data))))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotice(event.notification.tag))
})

/** A notice as the server pushes it (supabase/functions/send-pushes/send-pushes.ts). */
type PushedNotice = { id: string; title: string; body: string }

/** Browsers say something untrue about a push for which nothing is shown, so one that cannot be read is shown too. */
const unreadable: PushedNotice = { id: '', title: 'You have a new notice', body: 'Open the portal to read it.' }

function readNotice(data: PushMessageData | null): PushedNotice {
  try {
    const { id, title, body }: Record<string, unknown> = Object(data?.json())
    const isWhole = typeof id === 'string' && typeof title === 'string' && typeof body === 'string'
    return isWhole && title !== '' ? { id, title, body } : unreadable
  } catch {
    return unreadable
  }
}

/**
 * Shows a notice, unless the person looks at the portal, where the bell has it. A push that was on its way when the person signed
 * out is not shown, and is the last one.
 */
async function show({ id, title, body }: PushedNotice) {
  const windows = await self.clients.matchAll({ type: 'window' })
  const subscription = await self.registration.pushManager.getSubscription()
  if (!(await isPushSession())) {
    await subscription?.unsubscribe()
    return
  }
  // Safari ends a subscription that shows nothing three times.
  const mustShow = subscription?.endpoint.includes('.push.apple.com/')
  if (!mustShow && windows.some(({ visibilityState }) => visibilityState === 'visible')) return
  await self.registration.showNotification(title, { body, tag: id, icon: '/icon-192.png' })
}

/** Opens what a notice is about, in an open window of the portal if there is one. */
async function openNotice(notice: string) {
  const windows = await self.clients.matchAll({ type: 'window' })
  const open = windows.find(({ url }) => new URL(url).pathname.startsWith(PAGE))
  if (!open) return await self.clients.openWindow(notice === '' ? PAGE : `${PAGE}?notice=${notice}`)
  open.postMessage({ notice })
  await open.focus()
}

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
