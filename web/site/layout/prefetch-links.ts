/** Fetches a page of the site while somebody is only pointing at a link to it, touching it or moving the focus there. */
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
  // A finger is over what it touches, too, before it is lifted.
  for (const intent of ['pointerover', 'focusin'])
    document.addEventListener(intent, prefetch, { passive: true, signal })
}

/** Asked as a stranger's object, because only some browsers have it, and TypeScript therefore does not know it. */
function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined
  return !!connection && typeof connection === 'object' && 'saveData' in connection && connection.saveData === true
}
