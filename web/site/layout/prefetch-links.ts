/** Prefetches a page of the site when the visitor hovers over, touches or focuses a link to it. */
export function prefetchLinks(signal: AbortSignal) {
  if (savesData()) return
  const known = new Set([window.location.pathname])

  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element && target.closest('a')
    if (!link || link.origin !== window.location.origin || known.has(link.pathname)) return
    known.add(link.pathname)
    const hint = document.createElement('link')
    hint.rel = 'prefetch'
    hint.href = link.pathname
    document.head.append(hint)
  }
  // The event pointerover covers touches too: it is fired before the finger is lifted.
  for (const intent of ['pointerover', 'focusin'])
    document.addEventListener(intent, prefetch, { passive: true, signal })
}

/** Whether the visitor saves data. Only some browsers have the property, and TypeScript's types lack it. */
function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined
  return !!connection && typeof connection === 'object' && 'saveData' in connection && connection.saveData === true
}
