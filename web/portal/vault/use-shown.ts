import { useLayoutEffect, useState } from 'react'
import { hideLater } from './hide-later.ts'

/** The state of a secret that is hidden until the person shows it. */
export type SecretVisibility = { isShown: boolean; show: (isShown: boolean) => void }

export function useShown(): SecretVisibility {
  const [isShown, show] = useState(false)
  useHideAgain(isShown, () => show(false))
  return { isShown, show }
}

/** Hides a shown secret again by `hideLater`; a changed `what` restarts the time. */
export function useHideAgain(what: unknown, hide: () => void) {
  // A layout effect runs with the rendering, so that no secret is shown without its timer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `hide` does the same each time
  useLayoutEffect(() => (what === undefined || what === false ? undefined : hideLater(hide)), [what])
}
