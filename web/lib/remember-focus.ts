/**
 * A button that is disabled or hidden loses the focus. Returns how to give it back to what has it now in `form`; it is
 * not given back to a person who has moved on since.
 */
export function rememberFocus(form: HTMLElement): () => void {
  const focused = document.activeElement
  return () => {
    const isFree = document.activeElement === document.body
    if (isFree && focused instanceof HTMLElement && form.contains(focused)) focused.focus({ preventScroll: true })
  }
}
