import type { SAML } from '@node-saml/node-saml'
import type { AuthSettings } from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import type { IdpMetadata } from './idp-metadata.ts'
import type { SamlKeys } from './saml-keys.ts'

/** The tolerated difference between the clocks of two organizations. */
export const CLOCK_SKEW_MS = 60_000

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

/** The entity id of this service, and its address for responses. */
export const addressesOf = ({ issuer }: AuthSettings) => ({
  entityId: `${issuer}/sso/saml/metadata`,
  returnUrl: `${issuer}/sso/saml/acs`,
})

// The SAML library is loaded on first use: most projects never need it, and loading takes long.
const nodeSaml = () => import('@node-saml/node-saml')

type PartnerOptions = {
  idp: IdpMetadata
  nameIdFormat: string | null
  /** The id of the SAML request to send. */
  requestId?: string
}

/** This service in the role of the service provider, for one identity provider. */
export async function serviceProvider(
  { authSettings }: Pick<FastifyInstance, 'authSettings'>,
  keys: SamlKeys,
  { idp, nameIdFormat, requestId = '' }: PartnerOptions,
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await nodeSaml()
  const { entityId, returnUrl } = addressesOf(authSettings)
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: returnUrl,
    entryPoint: idp.signInUrl,
    idpCert: idp.certificates,
    privateKey: keys.privateKey,
    publicCert: keys.certificate,
    ...(keys.takesEncrypted && { decryptionPvk: keys.privateKey }),
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: nameIdFormat ?? PERSISTENT,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    // Identity providers sign the response or the assertion, so neither is required by itself; an assertion without any
    // signature is refused anyway.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    // The request id is checked against the database instead, which knows the requests of all servers.
    validateInResponseTo: ValidateInResponseTo.never,
  })
}

/** The SAML metadata of this service, which an identity provider's administrator imports. */
export async function ownMetadata(settings: AuthSettings, keys: SamlKeys): Promise<string> {
  const { generateServiceProviderMetadata } = await nodeSaml()
  const { entityId, returnUrl } = addressesOf(settings)
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: returnUrl,
    privateKey: keys.privateKey,
    publicCerts: keys.certificate,
    ...(keys.takesEncrypted && { decryptionPvk: keys.privateKey, decryptionCert: keys.certificate }),
    signatureAlgorithm: 'sha256',
    identifierFormat: PERSISTENT,
    wantAssertionsSigned: true,
  })
}
