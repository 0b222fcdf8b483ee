/** The surrounding auth-door element, which sends requests to the backend. */
export function closestAuthDoor(element: HTMLElement): HTMLElementTagNameMap['auth-door'] {
  const door = element.closest('auth-door')
  if (!door) throw new Error(`<${element.localName}> stands in no <auth-door>`)
  return door
}
