import { part } from '../ui/page-element.ts'

/** Says above a form to which address a mail went, or nothing. */
export function sayMailed(form: HTMLElement, address: string | undefined) {
  part(form, 'mailed').hidden = address === undefined
  part(form, 'mailed-to').textContent = address ?? ''
}

declare global {
  interface ElementParts {
    mailed: HTMLElement
    'mailed-to': HTMLElement
  }
}
