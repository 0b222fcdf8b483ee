import { escapeHtml, queryPart, scriptLiteral } from './functions.ts'

/** What Go writes instead of a value that could run a script where it stands. */
const REFUSED = 'ZgotmplZ'

type Attribute = {
  kind: 'plain' | 'address' | 'script' | 'style'
  quote: string
  /** What the attribute holds so far. */
  value: string
}

/**
 * Escapes each value for the place in which it stands in the HTML, as html/template does: in text, in an attribute, in an
 * address and its query, in a script or in a style. One function is for one run of a template.
 */
export function escapedInContext(): (text: string, before: string) => string {
  const place = new HtmlPlace()
  return (text, before) => {
    place.pass(before)
    return place.escape(text)
  }
}

/** Follows HTML up to the place of the next value. */
class HtmlPlace {
  /** The text that is not read yet: the last piece may end in the middle of a tag. */
  #tag: string | undefined
  #attribute: Attribute | undefined
  /** The element whose content is no HTML: script, style. */
  #raw: 'script' | 'style' | undefined
  #isComment = false

  pass(html: string) {
    for (let at = 0; at < html.length; ) at = this.#step(html, at)
  }

  escape(text: string): string {
    const attribute = this.#attribute
    if (attribute) {
      const escaped = inAttribute(attribute, text)
      attribute.value += escaped
      return attribute.quote === '' ? escaped.replace(/[\s=`]/g, (sign) => `&#${sign.charCodeAt(0)};`) : escaped
    }
    if (this.#tag !== undefined) return isPlainName(text) ? text : REFUSED
    if (this.#raw === 'script') return scriptLiteral([text])
    return this.#raw === 'style' ? styleValue(text) : escapeHtml(text)
  }

  /** Reads one piece and returns where the next one begins. */
  #step(html: string, at: number): number {
    if (this.#isComment) return this.#skip(html, at, '-->', () => (this.#isComment = false))
    if (this.#attribute) return this.#insideAttribute(this.#attribute, html, at)
    if (this.#tag !== undefined) return this.#insideTag(this.#tag, html, at)
    if (this.#raw) return this.#skip(html, at, `</${this.#raw}`, () => (this.#raw = undefined))
    const open = html.indexOf('<', at)
    if (open === -1) return html.length
    if (html.startsWith('<!--', open)) {
      this.#isComment = true
      return open + 4
    }
    const [tag = ''] = /^<\/?[a-z][a-z\d:-]*/i.exec(html.slice(open, open + 100)) ?? []
    if (tag !== '') this.#tag = tag.slice(1).toLowerCase()
    return open + Math.max(tag.length, 1)
  }

  #skip(html: string, at: number, end: string, done: () => void): number {
    const found = html.toLowerCase().indexOf(end, at)
    if (found === -1) return html.length
    done()
    return end === '-->' ? found + end.length : found
  }

  #insideTag(tag: string, html: string, at: number): number {
    const close = /^\s*\/?>/.exec(html.slice(at))
    if (close) {
      this.#tag = undefined
      this.#raw = tag === 'script' || tag === 'style' ? tag : undefined
      return at + close[0].length
    }
    const attribute = /^\s*([^\s=>/]+)\s*=\s*(["']?)/.exec(html.slice(at))
    if (!attribute) return at + Math.max(/^\s*[^\s=>]*/.exec(html.slice(at))?.[0].length ?? 1, 1)
    const [whole, name = '', quote = ''] = attribute
    this.#attribute = { kind: kindOf(name.toLowerCase()), quote, value: '' }
    return at + whole.length
  }

  #insideAttribute(attribute: Attribute, html: string, at: number): number {
    const end = attribute.quote === '' ? html.slice(at).search(/[\s>]/) : html.slice(at).indexOf(attribute.quote)
    const text = end === -1 ? html.slice(at) : html.slice(at, at + end)
    attribute.value += text
    if (end === -1) return html.length
    this.#attribute = undefined
    return at + end + attribute.quote.length
  }
}

const ADDRESSES =
  /^(action|archive|background|cite|classid|codebase|data|formaction|href|icon|longdesc|manifest|poster|profile|src|usemap|xmlns)$/

/** Go takes an attribute that it does not know by what its name says. */
function kindOf(attribute: string): Attribute['kind'] {
  const name = attribute.replace(/^(data-|\w+:)/, '')
  if (name.startsWith('on')) return 'script'
  if (name === 'style') return 'style'
  return ADDRESSES.test(name) || /src|uri|url/.test(name) ? 'address' : 'plain'
}

function inAttribute({ kind, value }: Attribute, text: string): string {
  switch (kind) {
    case 'plain':
      return escapeHtml(text)
    case 'script':
      return escapeHtml(JSON.stringify(text))
    case 'style':
      return escapeHtml(styleValue(text))
    case 'address':
      if (/[?#]/.test(value)) return queryPart(text)
      return escapeHtml(value.trim() === '' && !isSafeAddress(text) ? `#${REFUSED}` : normalized(text))
  }
}

/** Whether a value may be the name of an attribute. */
const isPlainName = (name: string) => /^[\w-]*$/.test(name) && kindOf(name.toLowerCase()) === 'plain'

const isSafeAddress = (address: string) => !/^[^/?#]*:/.test(address) || /^\s*(https?|mailto|tel):/i.test(address)

/** Escapes what no address may have, and leaves what has a meaning there. */
const normalized = (address: string) =>
  address.replace(/[^!#$&*+,/:;=?@[\]\w.~%-]|%(?![\da-f]{2})/giu, (sign) => queryPart(sign))

/** A value of a style without anything that could end it, or load or run something. */
const styleValue = (text: string) => (/[\0"'()/;@[\\\]`{}<>]|--|expression|mozbinding/i.test(text) ? REFUSED : text)
