import { ITERATIONS } from './key-derivation-parameters.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Derives the AES-GCM key of one payload. The browser does it off the main thread. */
export async function deriveKey(passphrase: string, salt: Bytes): Promise<CryptoKey> {
  if (!crypto.subtle) throw new Error('Browsers encrypt only on secure pages (https).')
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(passphrase), 'PBKDF2', false, [
    'deriveKey',
  ])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', iterations: ITERATIONS, salt },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
