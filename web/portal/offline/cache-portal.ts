/** The delay before the portal's files are cached: most connections have loaded the screen's data by then. */
const QUIET_MS = 4_000

/**
 * Has the service worker cache the portal's own files, a moment after the screen has loaded. Returns a function that
 * cancels it. On plain http and in development there is no service worker.
 */
export function cachePortal(): () => void {
  const timer = setTimeout(() => {
    registerWorker().catch((error: unknown) => console.info('The portal could not be cached for offline use:', error))
  }, QUIET_MS)
  return () => clearTimeout(timer)
}

/** Registers the portal's service worker and waits until it works; undefined on plain http and in development. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
  const registration = await navigator.serviceWorker.register('/service-worker.js', { scope: '/dashboard' })
  await navigator.serviceWorker.ready
  return registration
}
