import { useEffect, useRef } from 'react'

/**
 * Restores the focus of a form that loses it by being disabled while busy: to the element that had it, unless
 * `elsewhere` names a better one.
 */
export function useFocusAfterBusy(isBusy: boolean, elsewhere?: () => HTMLElement | null | undefined) {
  const place = useRef<Element>(null)
  const better = useRef(elsewhere)
  better.current = elsewhere

  useEffect(() => {
    if (isBusy) return () => giveBack(better.current?.() ?? place.current)
    // The focused element is tracked continuously, since the focus is already lost once the form is disabled.
    const follow = () => {
      place.current = document.activeElement
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [isBusy])
}

function giveBack(place: Element | null) {
  // A person who has moved the focus elsewhere keeps it.
  const isLost = document.activeElement === null || document.activeElement === document.body
  if (isLost && place instanceof HTMLElement) place.focus({ preventScroll: true })
}
