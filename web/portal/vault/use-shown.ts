import { useLayoutEffect, useState } from 'react'

export const HIDE_AFTER_MS = 30_000

/** Something secret that is hidden until it is asked for. */
export type Shown = { isShown: boolean; show: (isShown: boolean) => void }

export function useShown(): Shown {
  const [isShown, show] = useState(false)
  useHideAgain(isShown, () => show(false))
  return { isShown, show }
}

/**
 * What is shown hides again after thirty seconds, and as soon as the window is out of sight: whoever has turned to
 * something else does not look at it any more. `what` begins the time anew.
 */
export function useHideAgain(what: unknown, hide: () => void) {
  // As it is drawn, and not some time later: nothing secret stands there that nobody will hide.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `hide` does the same each time
  useLayoutEffect(() => {
    if (what === undefined || what === false) return
    const until = Date.now() + HIDE_AFTER_MS
    // Looked up rather than waited for: timers stand still while a computer sleeps.
    const look = () => (Date.now() >= until || document.visibilityState === 'hidden') && hide()
    const timer = setInterval(look, 1000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [what])
}
