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
    const place = focused.current
    // A person who has moved the focus to something else keeps it there.
    const isLost = document.activeElement?.contains(place)
    if (!isBusy && isLost && place instanceof HTMLElement) place.focus({ preventScroll: true })
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
