import { createPrivateKey, type KeyObject } from 'node:crypto'
import { ConfigError, type SamlFeature } from 'engine/feature'
import { selfSigned } from './self-signed-certificate.ts'

const MIN_MODULUS_BITS = 2048

/** The keys with which this service signs SAML requests, and its certificate for identity providers. */
export type SamlKeys = {
  privateKey: string
  certificate: string
  /** Whether identity providers may encrypt assertions for the same key. */
  takesEncrypted: boolean
}

type SamlSection = Parameters<SamlFeature['singleSignOn']>[1]['saml']

/** Reads the key of `[auth.saml]`; undefined if it is not set. Throws `ConfigError` for an invalid one. */
export function samlKeys({ private_key: text, allow_encrypted_assertions }: SamlSection): SamlKeys | undefined {
  if (!text) return undefined
  const privateKey = readKey(text)
  if (privateKey?.asymmetricKeyType !== 'rsa' || bitsOf(privateKey) < MIN_MODULUS_BITS) {
    throw new ConfigError(
      `config.toml: auth.saml.private_key should be an RSA key of at least ${MIN_MODULUS_BITS} bits, as base64 of its DER.`,
    )
  }
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: selfSigned(privateKey).toString('base64'),
    takesEncrypted: allow_encrypted_assertions,
  }
}

const bitsOf = (key: KeyObject) => key.asymmetricKeyDetails?.modulusLength ?? 0

function readKey(base64: string): KeyObject | undefined {
  const key = Buffer.from(base64, 'base64')
  for (const type of ['pkcs8', 'pkcs1'] as const) {
    try {
      return createPrivateKey({ key, format: 'der', type })
    } catch {
      // The key may be in the other of the two DER formats, which is tried next.
    }
  }
  return undefined
}
