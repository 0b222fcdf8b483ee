import type { SAML } from '@node-saml/node-saml'
import type { AuthSettings } from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import type { IdpMetadata } from './idp-metadata.ts'
import type { SamlKeys } from './saml-keys.ts'

/** The clocks of two organizations may differ by so much. */
export const CLOCK_SKEW_MS = 60_000

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

/** What identity providers call this service, and where they send people back to. */
export const addressesOf = ({ issuer }: AuthSettings) => ({
  entityId: `${issuer}/sso/saml/metadata`,
  returnUrl: `${issuer}/sso/saml/acs`,
})

// Loaded when it is first needed: most projects never do, and it takes long.
const nodeSaml = () => import('@node-saml/node-saml')

type Partner = {
  idp: IdpMetadata
  nameIdFormat: string | null
  /** The id of the request that is to be sent. */
  requestId?: string
}

/** This service as one identity provider sees it. */
export async function serviceProvider(
  { authSettings }: Pick<FastifyInstance, 'authSettings'>,
  keys: SamlKeys,
  { idp, nameIdFormat, requestId = '' }: Partner,
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
    // Providers sign the one or the other; without any signature on what is read, it is refused all the same.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    // Checked against the database instead, which knows what the other servers have asked for.
    validateInResponseTo: ValidateInResponseTo.never,
  })
}

/** What an identity provider's administrator imports. */
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
