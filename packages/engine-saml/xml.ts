import { DOMParser, type Element, onErrorStopParsing } from '@xmldom/xmldom'

export const namespaces = {
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const

type Namespace = keyof typeof namespaces

/**
 * Parses a document and returns its root. Throws for malformed XML and for any document type: SAML needs none, and
 * entities can make a small document huge.
 */
export function parseXml(xml: string): Element {
  const document = new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml, 'text/xml')
  if (document.doctype || !document.documentElement) throw new Error('A document type is not accepted.')
  return document.documentElement
}

export const is = (element: Element, namespace: Namespace, name: string) =>
  element.localName === name && element.namespaceURI === namespaces[namespace]

/** The direct child elements of this name. */
export function children(parent: Element, namespace: Namespace, name: string): Element[] {
  const found: Element[] = []
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (isElement(node) && is(node, namespace, name)) found.push(node)
  }
  return found
}

/** The descendant elements of this name, at any depth. */
export function descendants(parent: Element, namespace: Namespace, name: string): Element[] {
  const found = parent.getElementsByTagNameNS(namespaces[namespace], name)
  return Array.from({ length: found.length }, (_, index) => found.item(index)).filter((element) => element !== null)
}

export const textOf = (element: Element | undefined) => element?.textContent?.trim() ?? ''

const isElement = (node: { nodeType: number }): node is Element => node.nodeType === 1
