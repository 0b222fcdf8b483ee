import { useRef } from 'react'

/**
 * For a dialog that is opened by a state and not by a trigger of its own, which Radix would give the focus back to:
 * it goes back to where it was, or, if that is gone with what was deleted, to the heading of the screen.
 */
export function useReturnFocus() {
  const opener = useRef<Element>(null)

  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      // Somebody who navigated away from the dialog is already where they belong.
      if (document.activeElement !== document.body) return
      const back = opener.current?.isConnected ? opener.current : document.querySelector('h1[tabindex]')
      if (back instanceof HTMLElement) back.focus()
    },
  }
}
