export const HIDE_AFTER_MS = 30_000

/**
 * Hides a secret after thirty seconds, and as soon as the window is out of sight: a person who has turned to something
 * else does not need it any more. Returns a function that cancels it.
 */
export function hideLater(hide: () => void): () => void {
  const until = Date.now() + HIDE_AFTER_MS
  // The time is polled instead of set as one timer: timers stand still while a computer sleeps.
  const look = () => (Date.now() >= until || document.visibilityState === 'hidden') && hide()
  const timer = setInterval(look, 1000)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
