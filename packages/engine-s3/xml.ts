import { DOMParser, type Element, onErrorStopParsing } from '@xmldom/xmldom'
import type { FastifyReply } from 'fastify'
import { bodyText } from './request-body.ts'
import { s3Errors } from './s3-errors.ts'

/** The content of an XML document: elements by name, in order; an array repeats the element, and undefined omits it. */
export type Content = { [name: string]: Content | Content[] | string | number | boolean | undefined }

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'

export function sendXml(reply: FastifyReply, root: string, content: Content): FastifyReply {
  return reply.type('application/xml').send(documentOf(root, content, ` xmlns="${NAMESPACE}"`))
}

export const documentOf = (root: string, content: Content, attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${attributes}>${elements(content)}</${root}>`

const elements = (content: Content): string =>
  Object.entries(content)
    .flatMap(([name, value]) => (Array.isArray(value) ? value.map((one) => element(name, one)) : element(name, value)))
    .join('')

function element(name: string, value: Exclude<Content[string], Content[]>): string {
  if (value === undefined) return ''
  return `<${name}>${typeof value === 'object' ? elements(value) : escaped(String(value))}</${name}>`
}

// Escapes a text for XML. Object keys may contain characters that XML cannot: they are omitted, because the list would
// be invalid otherwise.
const escaped = (text: string) =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')

/** Parses the XML of a request. Throws for invalid XML, and for document types, which are not needed here. */
export async function readXml(body: AsyncIterable<Uint8Array>): Promise<Element> {
  const text = await bodyText(body)
  try {
    const document = new DOMParser({ onError: onErrorStopParsing }).parseFromString(text, 'text/xml')
    if (!document.doctype && document.documentElement) return document.documentElement
  } catch {
    // A syntax error is thrown below, with S3's code.
  }
  throw s3Errors.malformedXml()
}

/** The direct child elements of this name. */
export function childrenOf(parent: Element, name: string): Element[] {
  const found = parent.getElementsByTagNameNS('*', name)
  return Array.from({ length: found.length }, (_, at) => found.item(at)).filter(
    (child): child is Element => child?.parentNode === parent,
  )
}

export const childText = (parent: Element, name: string) => childrenOf(parent, name)[0]?.textContent ?? undefined
