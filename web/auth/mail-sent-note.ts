import { findPart } from '../ui/page-element.ts'

/** Shows above a form to which address a mail was sent; hides the note if there is no address. */
export function showMailSentNote(form: HTMLElement, address: string | undefined) {
  findPart(form, 'mailed').hidden = address === undefined
  findPart(form, 'mailed-to').textContent = address ?? ''
}

declare global {
  interface ElementParts {
    mailed: HTMLElement
    'mailed-to': HTMLElement
  }
}
