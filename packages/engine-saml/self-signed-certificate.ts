import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'

/**
 * A self-signed certificate around the public key, the only form in which identity providers accept it. The certificate
 * is the same at every start and on every server, so that it need not be registered again.
 */
export function selfSigned(key: KeyObject): Buffer {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const serial = createHash('sha256').update(publicKey).digest().subarray(0, 8)
  const algorithm = der(SEQUENCE, der(OBJECT_ID, SHA256_WITH_RSA), der(NULL))
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, der(OBJECT_ID, COMMON_NAME), der(UTF8_STRING, Buffer.from('SAML service provider')))),
  )
  const validity = der(
    SEQUENCE,
    der(UTC_TIME, Buffer.from('700101000000Z')),
    der(GENERALIZED_TIME, Buffer.from('21060101000000Z')),
  )
  const body = der(SEQUENCE, der(INTEGER, Buffer.from([1]), serial), algorithm, name, validity, name, publicKey)
  return der(SEQUENCE, body, algorithm, der(BIT_STRING, Buffer.from([0]), sign('sha256', body, key)))
}

const INTEGER = 0x02
const BIT_STRING = 0x03
const NULL = 0x05
const OBJECT_ID = 0x06
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const GENERALIZED_TIME = 0x18
const SEQUENCE = 0x30
const SET = 0x31
const SHA256_WITH_RSA = Buffer.from('2a864886f70d01010b', 'hex')
const COMMON_NAME = Buffer.from('550403', 'hex')

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content])
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const hex = length.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}
