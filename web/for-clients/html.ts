/** A piece of a page that is safe to show. */
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

/** HTML as it is written; what is put in becomes text, unless it is HTML itself, or nothing. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.reduce((text, string, index) => text + written(values[index - 1]) + string))
}

function written(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(written).join('')
  return String(value).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

const ADDRESS = /https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]]/g

/** What somebody wrote, with its web addresses as links. */
export function linked(text: string): Html {
  const pieces: Html[] = []
  let rest = 0
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    if (!URL.canParse(address)) continue
    pieces.push(html`${text.slice(rest, index)}<a href="${address}" rel="noopener noreferrer">${address}</a>`)
    rest = index + address.length
  }
  return html`${pieces}${text.slice(rest)}`
}
