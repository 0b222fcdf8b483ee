/** The surrounding auth-area element, which sends requests to the backend. */
export function closestAuthArea(element: HTMLElement): HTMLElementTagNameMap['auth-area'] {
  const area = element.closest('auth-area')
  if (!area) throw new Error(`<${element.localName}> stands in no <auth-area>`)
  return area
}
