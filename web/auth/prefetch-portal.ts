/** Prefetches the portal's files while the person types, so that it opens at once after sign-in. */
export function prefetchPortal(area: HTMLElement, signal: AbortSignal) {
  area.addEventListener('input', () => void fetchAhead(), { once: true, signal })
}

async function fetchAhead() {
  // If prefetching fails, the portal's files load when the portal is opened.
  const answer = await fetch('/dashboard').catch(() => undefined)
  if (!answer?.ok) return
  const shell = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const { href } of shell.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
    const hint = document.createElement('link')
    hint.rel = 'prefetch'
    hint.as = 'script'
    hint.href = href
    document.head.append(hint)
  }
}
