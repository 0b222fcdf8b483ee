import { forwardAuthRedirect } from '../auth-redirect/forward-auth-redirect.ts'
import { prepareToasts } from '../ui/toast.ts'
import { prefetchLinks } from './layout/prefetch-links.ts'

/** Starts the behavior of a public page that its elements do not cover. Returns a function that stops it. */
export function startPageBehaviours(): () => void {
  const life = new AbortController()
  prepareToasts()
  forwardAuthRedirect()
  prefetchLinks(life.signal)
  return () => life.abort()
}
