import { useEffect, useRef } from 'react'

/** For a form that is disabled while it is busy, whereby it loses the focus: then it gets it back where it was. */
export function useFocusBack(isBusy: boolean) {
  const place = useRef<Element>(null)

  useEffect(() => {
    if (isBusy) return () => giveBack(place.current)
    // Followed beforehand: once the form is disabled it is too late to ask.
    const follow = () => {
      place.current = document.activeElement
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [isBusy])
}

function giveBack(place: Element | null) {
  // Somebody who has gone elsewhere meanwhile is already where they want to be.
  const isLost = document.activeElement === null || document.activeElement === document.body
  if (isLost && place instanceof HTMLElement) place.focus({ preventScroll: true })
}
