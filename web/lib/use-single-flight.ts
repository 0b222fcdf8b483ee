import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Returns a function that runs `work` unless it is running already, so that a double click has one effect. A React
 * state alone would change too late, at the next render. A button that was disabled meanwhile gets the focus back.
 */
export function useSingleFlight<Arguments extends unknown[]>(work: (...given: Arguments) => Promise<unknown>) {
  const flying = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const latest = useRef(work)
  latest.current = work
  const focused = useRef<Element>(null)

  useEffect(() => {
    if (isBusy) return
    giveFocusBack(focused.current)
    focused.current = null
  }, [isBusy])

  const run = useCallback(async (...given: Arguments) => {
    if (flying.current) return
    flying.current = true
    focused.current = document.activeElement
    setIsBusy(true)
    try {
      await latest.current(...given)
    } finally {
      flying.current = false
      setIsBusy(false)
    }
  }, [])

  return [run, isBusy] as const
}

/** A person who has moved the focus to something else keeps it there. */
function giveFocusBack(place: Element | null) {
  const isLost = document.activeElement === null || document.activeElement.contains(place)
  if (isLost && place instanceof HTMLElement) place.focus({ preventScroll: true })
}
