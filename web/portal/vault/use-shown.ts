import { useLayoutEffect, useState } from 'react'
import { hideLater } from './hide-later.ts'

/** The state of a secret that is hidden until the person shows it. */
export type SecretVisibility = { isShown: boolean; setShown: (isShown: boolean) => void }

export function useShown(): SecretVisibility {
  const [isShown, setShown] = useState(false)
  useHideAgain(isShown, () => setShown(false))
  return { isShown, setShown }
}

/** Hides a shown secret again by `hideLater`; a changed `what` restarts the time. */
export function useHideAgain(what: unknown, hide: () => void) {
  // A layout effect runs with the rendering, so that no secret is shown without its timer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `hide` does the same each time
  useLayoutEffect(() => (what === undefined || what === false ? undefined : hideLater(hide)), [what])
}
