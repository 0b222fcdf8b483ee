/** Says to which address a mail went, or nothing. */
export function mailedNote(panel: HTMLElement): (address: string | undefined) => void {
  const note = panel.querySelector<HTMLElement>('[data-mailed]')
  const place = panel.querySelector('[data-address]')
  return (address) => {
    if (!note || !place) return
    note.hidden = address === undefined
    place.textContent = address ?? ''
  }
}
