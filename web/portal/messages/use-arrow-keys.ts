import { type RefObject, useEffect } from 'react'

/** Moves from message to message by the arrow keys, so that all of them are one tab stop. */
export function useArrowKeys(list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { current: rows } = list
    const go = (event: KeyboardEvent) => {
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      if (step === 0 || !rows || !(event.target instanceof Element) || !event.target.matches('[data-menu]')) return
      const buttons = [...rows.querySelectorAll<HTMLElement>('[data-menu]')]
      const next = buttons.find((_, index) => buttons[index - step] === event.target)
      event.preventDefault()
      next?.focus()
    }
    rows?.addEventListener('keydown', go)
    return () => rows?.removeEventListener('keydown', go)
  }, [list])
}
