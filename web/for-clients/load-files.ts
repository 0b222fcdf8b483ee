import type { CallForClient } from './client-api.ts'

const FILE = /\/files\/(\w+)/

/**
 * Fetches the files of a client page through the function `for-client`, since their addresses do not exist on a static host.
 */
export function loadFiles(page: DocumentFragment, ask: CallForClient): void {
  for (const picture of page.querySelectorAll('img')) {
    const [, ref] = FILE.exec(picture.getAttribute('src') ?? '') ?? []
    if (!ref) continue
    picture.removeAttribute('src')
    // If a picture cannot be fetched, its file name stays.
    void ask.file(ref, 'small').then(
      (blob) => blob && picture.setAttribute('src', URL.createObjectURL(blob)),
      () => undefined,
    )
  }
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[href*="/files/"]')) {
    const [, ref] = FILE.exec(link.getAttribute('href') ?? '') ?? []
    const name = link.closest('li')?.querySelector('span')?.firstChild?.textContent?.trim()
    link.addEventListener('click', (event) => {
      event.preventDefault()
      if (!ref) return
      link.parentElement?.querySelector('[role="alert"]')?.remove()
      void open(ref, link.hasAttribute('download') ? (name ?? 'file') : undefined, ask).catch(() =>
        link.insertAdjacentHTML(
          'afterend',
          ' <small role="alert">It is not loading right now. Please try again.</small>',
        ),
      )
    })
  }
}

async function open(ref: string, saveAs: string | undefined, ask: CallForClient) {
  const blob = await ask.file(ref)
  if (!blob) return
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob) })
  if (saveAs === undefined) link.target = '_blank'
  else link.download = saveAs
  link.click()
}
