/**
 * Remembers the focused control of `form`, which loses the focus when it is disabled or hidden. Returns a function that
 * restores it, unless the person has focused something else since.
 */
export function rememberFocus(form: HTMLElement): () => void {
  const focused = document.activeElement
  return () => {
    const isFree = document.activeElement === document.body
    if (isFree && focused instanceof HTMLElement && form.contains(focused)) focused.focus({ preventScroll: true })
  }
}
