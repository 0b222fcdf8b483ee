import { BASE64, type Bytes, fromBase64, toBase64 } from './base64.ts'

/** What a client hands over. */
export type HandedOver = { username: string; password: string }

export const MAX_USERNAME = 320
export const MAX_PASSWORD = 4000

/** The sealed text was changed, or sealed for another request. */
export class DamagedSecret extends Error {
  override name = 'DamagedSecret'
  override message = 'This cannot be opened: it was changed, or sealed for something else. Withdraw it and ask again.'
}

/** The curve of the key pairs. Every browser has it. */
export const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
const POINT_BYTES = 65
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Texts are filled up to a multiple of this, so that the ciphertext does not tell the length of a password. */
const PADDED_TO_BYTES = 512

/**
 * Encrypts a text for the holder of the private half, with a key pair that is used once. What is asked for, the label, has to
 * be the same when it is opened.
 */
export async function sealSecret(publicKey: string, label: string, secret: HandedOver): Promise<string> {
  const recipient = await crypto.subtle.importKey('raw', fromBase64(publicKey), CURVE, false, [])
  const pair = await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const key = await sharedKey(pair.privateKey, recipient, [toBase64(point), publicKey])
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const ciphertext = await crypto.subtle.encrypt(boundTo(nonce, label), key, padded(JSON.stringify(secret)))
  return written({ point, nonce, ciphertext: new Uint8Array(ciphertext) })
}

/** Throws `DamagedSecret` for a text that was not sealed for this key pair and label. */
export async function openSecret(
  pair: { privateKey: CryptoKey; publicKey: string },
  label: string,
  sealed: string,
): Promise<HandedOver> {
  try {
    const { point, nonce, ciphertext } = parsed(sealed)
    const sender = await crypto.subtle.importKey('raw', point, CURVE, false, [])
    const key = await sharedKey(pair.privateKey, sender, [toBase64(point), pair.publicKey])
    return secretIn(await crypto.subtle.decrypt(boundTo(nonce, label), key, ciphertext))
  } catch {
    throw new DamagedSecret()
  }
}

type Sealed = { point: Bytes; nonce: Bytes; ciphertext: Bytes }

const written = ({ point, nonce, ciphertext }: Sealed) =>
  JSON.stringify({ v: 1, key: toBase64(point), nonce: toBase64(nonce), ciphertext: toBase64(ciphertext) })

const SHAPE = new RegExp(`^\\{"v":1,"key":"${BASE64}","nonce":"${BASE64}","ciphertext":"${BASE64}"\\}$`)

/** Parses exactly what `written` writes. */
function parsed(sealed: string): Sealed {
  const [, point = '', nonce = '', ciphertext = ''] = SHAPE.exec(sealed) ?? []
  const parts = { point: fromBase64(point), nonce: fromBase64(nonce), ciphertext: fromBase64(ciphertext) }
  const isComplete =
    parts.point.length === POINT_BYTES &&
    parts.nonce.length === NONCE_BYTES &&
    parts.ciphertext.length % PADDED_TO_BYTES === TAG_BYTES &&
    // Base64 can encode the same bytes in several ways; only the canonical one is accepted.
    written(parts) === sealed
  if (!isComplete) throw new DamagedSecret()
  return parts
}

async function sharedKey(own: CryptoKey, other: CryptoKey, [sender, recipient]: readonly [string, string]) {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256)
  const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const info = utf8.encode(`mainstreet handed-over secret v1\n${sender}\n${recipient}`)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

const boundTo = (iv: Bytes, label: string) => ({ name: 'AES-GCM', iv, additionalData: utf8.encode(label) })

function padded(text: string): Bytes {
  const bytes = utf8.encode(text)
  const whole = new Uint8Array(Math.ceil(bytes.length / PADDED_TO_BYTES) * PADDED_TO_BYTES).fill(' '.charCodeAt(0))
  whole.set(bytes)
  return whole
}

function secretIn(opened: ArrayBuffer): HandedOver {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(opened)
  const { username, password }: Record<string, unknown> = JSON.parse(text)
  if (typeof username !== 'string' || typeof password !== 'string') throw new DamagedSecret()
  return { username, password }
}

const utf8 = new TextEncoder()
