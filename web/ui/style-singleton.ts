import { useEffect } from 'react'

/**
 * Replaces react-style-singleton (see vite.config.ts), with which Radix locks the page's scrolling behind a dialog.
 * That package adds a <style> element, which the Content-Security-Policy refuses; an adopted style sheet needs no
 * exception.
 */
export function styleSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | undefined

  function adopt(styles: string) {
    users += 1
    if (users > 1) return
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    document.adoptedStyleSheets.push(sheet)
  }

  function drop() {
    users -= 1
    if (users === 0) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
  }

  // The hook returns a component, as in the package that this file replaces.
  return function Sheet({ styles }: { styles: string }) {
    useEffect(() => {
      adopt(styles)
      return drop
    }, [styles])
    return null
  }
}
