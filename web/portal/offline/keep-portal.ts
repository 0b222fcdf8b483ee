/** By then the screen has what it asked for, on most lines. */
const QUIET_MS = 4_000

/**
 * Has the browser keep the portal's own files (service-worker), a moment after the screen: nothing is to wait for that. Returns how
 * to leave it. On plain http, and while the site is being worked on, there is nothing that would keep them.
 */
export function keepPortal(): () => void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => {}
  const timer = setTimeout(register, QUIET_MS)
  return () => clearTimeout(timer)
}

function register() {
  navigator.serviceWorker
    .register('/service-worker.js', { scope: '/dashboard' })
    .catch((error: unknown) => console.info('The portal is not kept for times without a connection:', error))
}
