import { DOMParser, type Element, onErrorStopParsing } from '@xmldom/xmldom'

export const namespaces = {
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const

type Namespace = keyof typeof namespaces

/**
 * The root of a document. Throws for what is not well-formed, and for any document type: nobody needs one here, and
 * entities are how a small document becomes a large one.
 */
export function parseXml(xml: string): Element {
  const document = new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml, 'text/xml')
  if (document.doctype || !document.documentElement) throw new Error('A document type is not accepted.')
  return document.documentElement
}

export const is = (element: Element, namespace: Namespace, name: string) =>
  element.localName === name && element.namespaceURI === namespaces[namespace]

/** The elements of this name directly below. */
export function children(parent: Element, namespace: Namespace, name: string): Element[] {
  const found: Element[] = []
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (isElement(node) && is(node, namespace, name)) found.push(node)
  }
  return found
}

/** The elements of this name below, at any depth. */
export function descendants(parent: Element, namespace: Namespace, name: string): Element[] {
  const found = parent.getElementsByTagNameNS(namespaces[namespace], name)
  return Array.from({ length: found.length }, (_, index) => found.item(index)).filter((element) => element !== null)
}

export const textOf = (element: Element | undefined) => element?.textContent?.trim() ?? ''

const isElement = (node: { nodeType: number }): node is Element => node.nodeType === 1
