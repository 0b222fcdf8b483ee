import { forwardArrival } from '../arrival/forward-arrival.ts'
import { prepareToasts } from '../ui/toast.ts'
import { prefetchLinks } from './layout/prefetch-links.ts'

/** What a public page does beside what its elements do. Returns how to stop it. */
export function startPage(): () => void {
  const life = new AbortController()
  prepareToasts()
  forwardArrival()
  prefetchLinks(life.signal)
  return () => life.abort()
}
