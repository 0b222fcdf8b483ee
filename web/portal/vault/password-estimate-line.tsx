import { useEffect, useState } from 'react'
import { useDebounced } from '../../lib/use-debounced.ts'
import type { Estimate } from './password-estimate.ts'

/** The result of the strength estimator, which is large and loaded only once there is something to estimate. */
export function PasswordEstimateLine({ password, known }: { password: string; known: readonly string[] }) {
  const estimated = useEstimate(useDebounced(password, 200), known)
  if (!estimated) return null
  return (
    <span className="block">
      {estimated.time}, at ten thousand tries a second. {estimated.warning}
    </span>
  )
}

function useEstimate(password: string, known: readonly string[]): Estimate | undefined {
  const [estimated, setEstimated] = useState<Estimate>()
  const knownText = known.join('\n')
  useEffect(() => {
    let isWanted = true
    void import('./password-estimate.ts').then(
      ({ estimate }) => isWanted && setEstimated(password === '' ? undefined : estimate(password, [knownText])),
      // Without the estimator the strength meter stands alone.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [password, knownText])
  return password === '' ? undefined : estimated
}
