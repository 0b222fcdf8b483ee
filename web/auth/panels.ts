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
    for (const [panel, content] of contents) {
      const isShown = panel.dataset.panel === name
      if (isShown && !panel.hidden) continue
      hadFocus ||= panel.contains(document.activeElement)
      panel.hidden = !isShown
      panel.replaceChildren(...(isShown ? content : []))
    }
    // Whoever has just left a panel is in the one that took its place.
    if (hadFocus) for (const panel of contents.keys()) if (!panel.hidden) panel.focus({ preventScroll: true })
  }
}
