import { splitAtLinks } from '../lib/links-in-text.ts'

/** HTML that is safe to insert. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString() {
    return this.text
  }
}

type Value = Html | string | number | false | null | undefined | readonly Html[]

/** A template tag: values are escaped, unless they are `Html` themselves; undefined becomes nothing. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.reduce((text, string, index) => text + written(values[index - 1]) + string))
}

function written(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(written).join('')
  return String(value).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/** Escapes a text, and makes links of its addresses. */
export const withLinks = (text: string): Html[] =>
  splitAtLinks(text).map((piece) =>
    piece.href === undefined
      ? html`${piece.text}`
      : html`<a href="${piece.href}" rel="noopener noreferrer">${piece.text}</a>`,
  )
