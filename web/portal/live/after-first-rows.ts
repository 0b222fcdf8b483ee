import type { QueryClient } from '@tanstack/react-query'

/** The longest wait: a query that never ends must not keep the tab from becoming live. */
const PATIENCE_MS = 5_000

/** The pause after the last answer in a browser that cannot tell when it has drawn the rows. */
const DRAWING_MS = 200

/**
 * Runs the work once the screen's first queries are answered and drawn, so that its code and requests do not compete with
 * theirs. Returns a function that cancels it.
 */
export function afterFirstRows(queryClient: QueryClient, work: () => void): () => void {
  const stops = new AbortController()
  const { signal } = stops
  const start = () => {
    if (!signal.aborted) work()
    stops.abort()
  }
  const look = () => {
    if (queryClient.isFetching() === 0) whenDrawn(() => queryClient.isFetching() === 0 && start())
  }
  const timer = setTimeout(start, PATIENCE_MS)
  const unsubscribe = queryClient.getQueryCache().subscribe(look)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    unsubscribe()
  })
  look()
  return () => stops.abort()
}

function whenDrawn(work: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work, DRAWING_MS)
}
