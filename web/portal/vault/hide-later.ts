export const HIDE_AFTER_MS = 30_000

/**
 * Hides what is shown after thirty seconds, and as soon as the window is out of sight: whoever has turned to something else
 * does not look at it any more. Returns how to call that off.
 */
export function hideLater(hide: () => void): () => void {
  const until = Date.now() + HIDE_AFTER_MS
  // Looked up rather than waited for: timers stand still while a computer sleeps.
  const look = () => (Date.now() >= until || document.visibilityState === 'hidden') && hide()
  const timer = setInterval(look, 1000)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
