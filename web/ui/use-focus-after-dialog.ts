import { useRef } from 'react'

/**
 * Returns the focus after a dialog without a trigger, which Radix would focus otherwise: to the previously focused
 * element, or to the screen's heading if that element was deleted or the address has opened the dialog.
 */
export function useFocusAfterDialog() {
  const opener = useRef<Element>(null)

  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      // A person who has navigated to another screen keeps the focus there.
      if (document.activeElement !== document.body) return
      const isThere = opener.current !== document.body && opener.current?.isConnected
      const back = isThere ? opener.current : document.querySelector('h1[tabindex]')
      if (back instanceof HTMLElement) back.focus()
    },
  }
}
