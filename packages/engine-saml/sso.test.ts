import { generateKeyPairSync } from 'node:crypto'
import { createTestBed } from 'engine/testing/features'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { currentMetadata } from './fetch-metadata.ts'
import { parseIdpMetadata } from './idp-metadata.ts'
import { samlKeys } from './saml-keys.ts'
import { selfSigned } from './self-signed-certificate.ts'
import { findSsoProvider, insertSsoProvider } from './sso-provider-rows.ts'

const newKey = (modulusLength = 2048) => generateKeyPairSync('rsa', { modulusLength }).privateKey
// The key is made outside of the tests' time limit, since that takes arbitrarily long.
const key = newKey()
const nextKey = newKey()
const shortKey = newKey(1024)

function metadata({ entityId = 'https://idp.test', signInUrl = 'https://idp.test/in', certificates = [key] } = {}) {
  const keys = certificates.map((one) => {
    const certificate = `<ds:X509Certificate>\n${selfSigned(one).toString('base64')}\n</ds:X509Certificate>`
    return `<KeyDescriptor><ds:KeyInfo><ds:X509Data>${certificate}</ds:X509Data></ds:KeyInfo></KeyDescriptor>`
  })
  const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
  return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">
    <IDPSSODescriptor>${keys.join('')}<SingleSignOnService Binding="${binding}" Location="${signInUrl}"/></IDPSSODescriptor>
  </EntityDescriptor>`
}

describe('the metadata of an identity provider', () => {
  it('says where to sign in and with which keys', () => {
    const { certificates, ...rest } = parseIdpMetadata(metadata({ certificates: [key, nextKey] }))
    expect(rest).toEqual({ entityId: 'https://idp.test', signInUrl: 'https://idp.test/in' })
    expect(certificates).toHaveLength(2)
  })

  it('may be one of a federation’s', () => {
    const federation = `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"><EntityDescriptor entityID="a"/>${metadata()}</EntitiesDescriptor>`
    expect(parseIdpMetadata(federation).entityId).toBe('https://idp.test')
  })

  it.each([
    ['no XML', 'hello', 'is not valid XML'],
    ['a document type', `<!DOCTYPE x>${metadata()}`, 'is not valid XML'],
    ['something else', '<html/>', 'does not contain an EntityDescriptor'],
    ['no name', metadata({ entityId: '' }), 'does not contain an EntityID'],
    ['no key', metadata({ certificates: [] }), 'does not contain a signing certificate'],
    ['a broken key', metadata().replace('MII', 'XXX'), 'does not contain a signing certificate'],
    ['no address', metadata({ signInUrl: '' }), 'does not contain a SingleSignOnService'],
    ['a script', metadata({ signInUrl: 'javascript:alert(1)' }), 'does not contain a SingleSignOnService'],
    ['a service provider', metadata().replaceAll('IDPSSO', 'SPSSO'), 'does not contain any IDPSSODescriptor'],
  ])('is refused with %s', (_, xml, message) => {
    expect(() => parseIdpMetadata(xml)).toThrow(message)
  })
})

describe('the key of the service', () => {
  const keysOf = (private_key?: string) => samlKeys({ enabled: true, private_key, allow_encrypted_assertions: false })

  it.each(['pkcs1', 'pkcs8'] as const)('may come as %s, and makes the same certificate each time', (type) => {
    const text = key.export({ type, format: 'der' }).toString('base64')
    expect(keysOf(text)).toEqual(keysOf(text))
    expect(keysOf(text)?.privateKey).toContain('BEGIN PRIVATE KEY')
  })

  it('may come later', () => {
    expect(keysOf()).toBeUndefined()
  })

  it.each([
    ['nonsense', 'nonsense'],
    ['a short one', shortKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')],
  ])('is refused when it is %s', (_, text) => {
    expect(() => keysOf(text)).toThrow('auth.saml.private_key should be an RSA key of at least 2048 bits')
  })
})

const bed = await createTestBed()

describe('a service', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['POST', '/sso'],
    ['POST', '/sso/saml/acs'],
    ['GET', '/sso/saml/metadata'],
  ] as const)('without SAML says so at %s %s', async (method, path) => {
    const service = await bed.service()
    expect(await service.call(method, path, { body: {} })).toMatchObject({
      status: 404,
      body: { code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' },
    })
  })

  it.each([
    ['does not say that it reads what is encrypted', 'false', 0],
    ['says so where the project switches it on', 'true', 1],
  ])('%s', async (_, setting, keys) => {
    const text = key.export({ type: 'pkcs8', format: 'der' }).toString('base64')
    const toml = `[auth.saml]\nenabled = true\nprivate_key = "${text}"\nallow_encrypted_assertions = ${setting}`
    const service = await bed.service({ toml })
    const { payload } = await service.scope.inject('/auth/v1/sso/saml/metadata')
    expect(payload.split('use="signing"')).toHaveLength(2)
    expect(payload.split('use="encryption"')).toHaveLength(1 + keys)
  })

  /** An organization whose metadata was read two days ago; `answer` is the current answer of its address. */
  async function afterTwoDays(entityId: string, answer: () => Promise<Response>) {
    const { scope } = await bed.service()
    const id = await bed.transaction((tx) =>
      insertSsoProvider(tx, {
        resource_id: null,
        disabled: null,
        domains: [],
        saml: {
          entity_id: entityId,
          metadata_xml: metadata({ entityId }),
          metadata_url: 'https://idp.test/metadata',
          attribute_mapping: {},
          name_id_format: null,
        },
      }),
    )
    await bed.sql(`update auth.saml_providers set updated_at = now() - interval '2 days' where sso_provider_id = $1`, [
      id,
    ])
    const read = async () => {
      const provider = await bed.transaction((tx) => findSsoProvider(tx, id))
      return currentMetadata(scope, provider ?? expect.fail('no provider'))
    }
    const asked = vi.fn(answer)
    vi.stubGlobal('fetch', asked)
    return { read, asked }
  }

  it('learns the new keys of an organisation from its address, once a day', async () => {
    const renewed = metadata({ entityId: 'https://renewed.test', signInUrl: 'https://renewed.test/new' })
    const { read, asked } = await afterTwoDays('https://renewed.test', async () => new Response(renewed))
    expect((await read()).signInUrl).toBe('https://renewed.test/new')
    expect((await read()).signInUrl).toBe('https://renewed.test/new')
    expect(asked).toHaveBeenCalledOnce()
  })

  it.each([
    ['does not answer', async () => Promise.reject(new Error('no route'))],
    ['answers with an error', async () => new Response('', { status: 500 })],
    ['answers with somebody else’s', async () => new Response(metadata({ entityId: 'https://else.test' }))],
    ['answers with too much', async () => new Response('x'.repeat(2 ** 21))],
  ])('keeps the old when the address %s', async (name, answer) => {
    const { read, asked } = await afterTwoDays(`https://old.test/${encodeURIComponent(name)}`, answer)
    expect((await read()).signInUrl).toBe('https://idp.test/in')
    expect(asked).toHaveBeenCalledOnce()
  })
})
