import { useCallback, useRef, useState } from 'react'

/**
 * Runs `work` once at a time: asked again while it runs, it does nothing, so a double click does nothing twice.
 * A state alone would be too late, it is seen only after the next render.
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
