import { part } from '../ui/page-element.ts'

/** Shows above a form to which address a mail was sent; without an address it is hidden. */
export function showMailedNote(form: HTMLElement, address: string | undefined) {
  part(form, 'mailed').hidden = address === undefined
  part(form, 'mailed-to').textContent = address ?? ''
}

declare global {
  interface ElementParts {
    mailed: HTMLElement
    'mailed-to': HTMLElement
  }
}
