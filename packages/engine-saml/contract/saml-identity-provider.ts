import {
  constants,
  createCipheriv,
  createVerify,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
  randomUUID,
  X509Certificate,
} from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { call, engine } from 'engine/testing/contract'
import { SignedXml } from 'xml-crypto'
import { selfSigned } from '../self-signed-certificate.ts'

export const service = `${engine.url}/auth/v1`
const returnUrl = `${service}/sso/saml/acs`
const metadataUrl = `${service}/sso/saml/metadata`

type Person = { id: string; email?: string; attributes?: Record<string, string | string[]> }

/** A defect of a SAML response, to test that it is refused. */
type Twist = Partial<{
  audience: string
  recipient: string
  issuer: string
  inResponseTo: string | undefined
  notOnOrAfter: Date
  sessionEnds: Date
  nameIdFormat: string
  sign: 'assertion' | 'response' | 'nothing'
  signedBy: SamlIdentityProvider
}>

export type SamlIdentityProvider = ReturnType<typeof samlIdentityProvider>

const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** A SAML identity provider of an organization, which signs assertions about its people. */
export function samlIdentityProvider(name: string) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const certificate = selfSigned(privateKey).toString('base64')
  const domain = `${name}-${randomUUID().slice(0, 8)}.test`
  const entityId = `https://${domain}/saml`

  return {
    domain,
    entityId,
    metadata: `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
      <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
        <KeyDescriptor use="signing">
          <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">
            <X509Data><X509Certificate>${certificate}</X509Certificate></X509Data>
          </KeyInfo>
        </KeyDescriptor>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://${domain}/sign-in"/>
      </IDPSSODescriptor>
    </EntityDescriptor>`,

    sign(xml: string, element: 'Assertion' | 'Response') {
      const path = `//*[local-name(.)='${element}']`
      const signature = new SignedXml({
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
        signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      })
      signature.addReference({
        xpath: path,
        transforms: [
          'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
          'http://www.w3.org/2001/10/xml-exc-c14n#',
        ],
        digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
      })
      signature.computeSignature(xml, { location: { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' } })
      return signature.getSignedXml()
    },

    /** The response about a person; without a request it is unsolicited. */
    answer(person: Person, request: SignInRequest | undefined, twist: Twist = {}): string {
      const { sign = 'assertion', signedBy = this } = twist
      const xml = responseXml(person, { issuer: entityId, inResponseTo: request?.id, ...twist })
      if (sign === 'nothing') return xml
      return signedBy.sign(xml, sign === 'assertion' ? 'Assertion' : 'Response')
    },
  }
}

function responseXml({ id, email, attributes = {} }: Person, twist: Twist) {
  const {
    audience = metadataUrl,
    recipient = returnUrl,
    notOnOrAfter = fromNow(5),
    sessionEnds,
    nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  } = twist
  const inResponseTo = twist.inResponseTo === undefined ? '' : ` InResponseTo="${twist.inResponseTo}"`
  const issuer = `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${twist.issuer}</saml:Issuer>`
  const values = Object.entries({ ...(email !== undefined && { mail: email }), ...attributes }).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}">${[value]
        .flat()
        .map((one) => `<saml:AttributeValue>${one}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  )
  const now = new Date().toISOString()
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" IssueInstant="${now}" Destination="${returnUrl}"${inResponseTo}>${issuer}<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${now}">${issuer}<saml:Subject><saml:NameID Format="${nameIdFormat}">${id}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${inResponseTo} NotOnOrAfter="${notOnOrAfter.toISOString()}" Recipient="${recipient}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${fromNow(-5).toISOString()}" NotOnOrAfter="${notOnOrAfter.toISOString()}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${now}"${sessionEnds ? ` SessionNotOnOrAfter="${sessionEnds.toISOString()}"` : ''}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${values.join('')}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
}

/** Calls the admin endpoint /admin/sso/providers, for which the client has no method. */
export const administerSso = (method: string, path = '', body?: unknown) =>
  call(method, `/admin/sso/providers${path}`, {
    token: engine.serviceRoleKey,
    headers: { apikey: engine.serviceRoleKey },
    ...(body !== undefined && { body }),
  })

export type SignInRequest = { id: string; relayState: string; xml: string; isSigned: boolean }

/** Parses the SAML request with which a person's browser is redirected, and checks the engine's signature. */
export async function readRequest(signInUrl: string): Promise<SignInRequest> {
  const { searchParams, search } = new URL(signInUrl)
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  const [, id = ''] = /ID="([^"]+)"/.exec(xml) ?? []
  const [signed = ''] = search.slice(1).split('&Signature=')
  const verifier = createVerify('sha256').update(signed)
  const isSigned = verifier.verify(await engineKey(), searchParams.get('Signature') ?? '', 'base64')
  return { id, relayState: searchParams.get('RelayState') ?? '', xml, isSigned }
}

/** The strongest encryption that identity providers use if the other side supports it. */
const strongest = {
  cipher: 'aes-256-gcm',
  algorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  keyAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  padding: constants.RSA_PKCS1_OAEP_PADDING,
}

/** Encrypts the assertion of a SAML response for the engine. */
export async function encrypted(response: string, how: Partial<typeof strongest> = {}): Promise<string> {
  const { cipher, algorithm, keyAlgorithm, padding } = { ...strongest, ...how }
  const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(response) ?? []
  const key = randomBytes(32)
  const cipherKey = publicEncrypt({ key: await engineKey('encryption'), padding }, key).toString('base64')
  return response.replace(
    assertion,
    `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element"><xenc:EncryptionMethod Algorithm="${algorithm}"/><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="${keyAlgorithm}"/><xenc:CipherData><xenc:CipherValue>${cipherKey}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo><xenc:CipherData><xenc:CipherValue>${encipher(cipher, key, assertion)}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData></saml:EncryptedAssertion>`,
  )
}

function encipher(name: string, key: Buffer, text: string): string {
  if (name === 'aes-256-gcm') {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64')
  }
  const iv = randomBytes(16)
  const cipher = createCipheriv(name, key, iv)
  return Buffer.concat([iv, cipher.update(text), cipher.final()]).toString('base64')
}

async function engineKey(use: 'signing' | 'encryption' = 'signing') {
  const metadata = await (await fetch(metadataUrl)).text()
  const [, descriptor = ''] = metadata.split(`use="${use}"`)
  const [, certificate = ''] = /X509Certificate>([^<]+)</.exec(descriptor) ?? []
  return new X509Certificate(Buffer.from(certificate, 'base64')).publicKey
}

/** Posts a SAML response as the identity provider's page does; returns where that redirects to. */
export async function handIn(response: string, relayState: string) {
  const body = new URLSearchParams({ SAMLResponse: Buffer.from(response).toString('base64'), RelayState: relayState })
  const { status, headers } = await fetch(returnUrl, { method: 'POST', body, redirect: 'manual' })
  const location = new URL(headers.get('location') ?? '')
  return {
    status,
    location,
    query: Object.fromEntries(location.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
  }
}
