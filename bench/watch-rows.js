/**
 * Runs in the page before its own scripts (portal-in-browser.ts): signs in with a session from elsewhere, and tells when
 * the list shows its first row, and when that row has changed after something was typed.
 */
globalThis.watchRows = (session) => {
  if (!location.protocol.startsWith('http')) return
  localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, session)

  const firstRow = () => document.querySelector('main tbody a[href^="/dashboard/"]')?.closest('tr')?.textContent ?? ''
  /** When it was first so. */
  const until = (isSo) =>
    new Promise((resolve) => {
      const look = () => {
        if (!isSo()) return
        observer.disconnect()
        resolve(performance.now())
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { subtree: true, childList: true, characterData: true })
      look()
    })

  const rows = until(() => firstRow() !== '')
  globalThis.firstRows = () => rows

  /** What had come by then (slow-line.ts): the page, its code, and the answer with the rows of `table`. */
  globalThis.waitedFor = async (table) => {
    const firstRows = await rows
    const [page] = performance.getEntriesByType('navigation')
    const loaded = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < firstRows)
    const list = loaded.find(({ name }) => new URL(name).pathname === `/rest/v1/${table}`)
    const code = loaded.filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd < firstRows)
    return JSON.stringify({
      firstRows,
      html: page.responseEnd,
      code: Math.max(...code.map(({ responseEnd }) => responseEnd)),
      asked: list.startTime,
      answered: list.responseEnd,
      requests: loaded.length + 1,
      bytes: [page, ...loaded].reduce((sum, { transferSize }) => sum + transferSize, 0),
    })
  }

  let typedAt = 0
  let before = ''
  globalThis.focusSearch = () => {
    const box = document.querySelector('main input[type=search]')
    before = firstRow()
    box.addEventListener('input', () => {
      typedAt = performance.now()
    })
    box.focus()
  }
  globalThis.answered = () => until(() => firstRow() !== before && firstRow() !== '').then((at) => at - typedAt)
}
