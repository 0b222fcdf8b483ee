/** Fetches what the portal is made of while somebody is still typing, so that it opens as soon as they are in. */
export function fetchPortalAhead(door: HTMLElement, signal: AbortSignal) {
  door.addEventListener('input', () => void fetchAhead(), { once: true, signal })
}

async function fetchAhead() {
  // Without it the portal comes when it is opened, as ever.
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
