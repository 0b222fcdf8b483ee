/** The delay before the portal's files are cached: most connections have loaded the screen's data by then. */
const QUIET_MS = 4_000

/**
 * Has the service worker cache the portal's own files, a moment after the screen has loaded. Returns a function that
 * cancels it. On plain http and in development there is no service worker.
 */
export function cachePortal(): () => void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => {}
  const timer = setTimeout(register, QUIET_MS)
  return () => clearTimeout(timer)
}

function register() {
  navigator.serviceWorker
    .register('/service-worker.js', { scope: '/dashboard' })
    .catch((error: unknown) => console.info('The portal could not be cached for offline use:', error))
}
