import { useCallback, useRef, useState } from 'react'

/**
 * Runs `work` once at a time: calls during a run do nothing, so that a double click has one effect. A state alone would
 * be too late, since it changes at the next render.
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
