/**
 * Has one panel on the page at a time. The others wait empty, so that no password manager meets a form that is not
 * seen, and what was typed into them is there again when they come back.
 */
export function showOneOf(panels: Iterable<HTMLElement>, signal: AbortSignal): (name: string) => void {
  const contents = new Map([...panels].map((panel) => [panel, [...panel.childNodes]]))
  const fill = () => {
    for (const [panel, content] of contents) panel.replaceChildren(...content)
  }
  signal.addEventListener('abort', fill)

  return (name) => {
    let hadFocus = false
    let comesByItself = false
    for (const [panel, content] of contents) {
      const isShown = panel.dataset.panel === name
      if (isShown && !panel.hidden) continue
      hadFocus ||= panel.contains(document.activeElement)
      panel.hidden = !isShown
      panel.replaceChildren(...(isShown ? content : []))
      comesByItself ||= isShown && panel.dataset.comesByItself !== undefined
    }
    const shown = [...contents.keys()].find(({ hidden }) => !hidden)
    // Whoever has just left a panel is in the one that took its place; what is asked for unexpectedly, in its field.
    if (comesByItself) shown?.querySelector('input')?.focus()
    else if (hadFocus) shown?.focus({ preventScroll: true })
  }
}
