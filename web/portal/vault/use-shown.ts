import { useLayoutEffect, useState } from 'react'
import { hideLater } from './hide-later.ts'

/** Something secret that is hidden until it is asked for. */
export type Shown = { isShown: boolean; show: (isShown: boolean) => void }

export function useShown(): Shown {
  const [isShown, show] = useState(false)
  useHideAgain(isShown, () => show(false))
  return { isShown, show }
}

/** What is shown hides again by itself (`hideLater`); another `what` begins the time anew. */
export function useHideAgain(what: unknown, hide: () => void) {
  // As it is drawn, and not some time later: nothing secret stands there that nobody will hide.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `hide` does the same each time
  useLayoutEffect(() => (what === undefined || what === false ? undefined : hideLater(hide)), [what])
}
