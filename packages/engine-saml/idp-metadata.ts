import { X509Certificate } from 'node:crypto'
import type { Element } from '@xmldom/xmldom'
import { ssoErrors } from './sso-errors.ts'
import { children, descendants, is, parseXml, textOf } from './xml.ts'

const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** The metadata of a SAML identity provider. */
export type IdpMetadata = {
  entityId: string
  /** The address of the identity provider's sign-in page. */
  signInUrl: string
  /** The identity provider's signing certificates, as base64; several while it changes from one to the next. */
  certificates: string[]
}

/** Parses the metadata of an identity provider. Throws `validation_failed` with the missing part. */
export function parseIdpMetadata(xml: string): IdpMetadata {
  const entity = entityOf(xml)
  const entityId = entity.getAttribute('entityID') ?? ''
  if (entityId === '') throw ssoErrors.metadata('SAML Metadata does not contain an EntityID')
  const [descriptor, ...others] = children(entity, 'metadata', 'IDPSSODescriptor')
  if (!descriptor) throw ssoErrors.metadata('SAML Metadata does not contain any IDPSSODescriptor')
  if (others.length > 0) throw ssoErrors.metadata('SAML Metadata contains multiple IDPSSODescriptors')
  return { entityId, signInUrl: signInUrlOf(descriptor), certificates: certificatesOf(descriptor) }
}

function entityOf(xml: string): Element {
  const root = rootOf(xml)
  // Federations publish one document for all members; the first identity provider in it counts.
  const entity = is(root, 'metadata', 'EntitiesDescriptor')
    ? descendants(root, 'metadata', 'EntityDescriptor').find(
        (one) => children(one, 'metadata', 'IDPSSODescriptor').length > 0,
      )
    : root
  if (!entity || !is(entity, 'metadata', 'EntityDescriptor')) {
    throw ssoErrors.metadata('SAML Metadata does not contain an EntityDescriptor')
  }
  return entity
}

function rootOf(xml: string): Element {
  try {
    return parseXml(xml)
  } catch {
    throw ssoErrors.metadata('SAML Metadata is not valid XML')
  }
}

function signInUrlOf(descriptor: Element): string {
  const services = children(descriptor, 'metadata', 'SingleSignOnService')
  const service = services.find((one) => one.getAttribute('Binding') === REDIRECT_BINDING)
  const url = service?.getAttribute('Location') ?? ''
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw ssoErrors.metadata('SAML Metadata does not contain a SingleSignOnService with the HTTP-Redirect binding')
  }
  return url
}

function certificatesOf(descriptor: Element): string[] {
  const certificates = children(descriptor, 'metadata', 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => descendants(key, 'signature', 'X509Certificate'))
    .map((certificate) => textOf(certificate).replace(/\s/g, ''))
  if (certificates.length === 0 || !certificates.every(isCertificate)) {
    throw ssoErrors.metadata('SAML Metadata does not contain a signing certificate')
  }
  return certificates
}

function isCertificate(base64: string): boolean {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).publicKey.type === 'public'
  } catch {
    return false
  }
}
