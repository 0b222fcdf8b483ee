import { useCallback, useRef, useState } from 'react'

/**
 * Returns a function that runs `work` unless it is running already, so that a double click has one effect. A React
 * state alone would change too late, at the next render.
 */
export function useSingleFlight<Arguments extends unknown[]>(work: (...given: Arguments) => Promise<unknown>) {
  const flying = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const latest = useRef(work)
  latest.current = work

  const run = useCallback(async (...given: Arguments) => {
    if (flying.current) return
    flying.current = true
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
