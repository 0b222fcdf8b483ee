import { createCipheriv, createDecipheriv, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/** Encrypts and decrypts payloads of the vault (docs/specification/vault.md#encryption) with OpenSSL. */
export async function seal(text: string, passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt), nonce)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const [s, n, c] = [salt, nonce, ciphertext].map((bytes) => bytes.toString('base64'))
  return `{"v":1,"iterations":250000,"salt":"${s}","nonce":"${n}","ciphertext":"${c}"}`
}

export async function opens(stored: string, passphrase: string): Promise<boolean> {
  const { salt, nonce, ciphertext }: Record<string, string> = JSON.parse(stored)
  const [s, n, c] = [salt, nonce, ciphertext].map((part = '') => Buffer.from(part, 'base64'))
  if (!s || !n || !c) return false
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, s), n)
  decipher.setAuthTag(c.subarray(-16))
  decipher.update(c.subarray(0, -16))
  try {
    decipher.final()
    return true
  } catch {
    return false
  }
}

const keys = new Map<string, Promise<Buffer>>()

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  const name = `${salt.toString('base64')} ${passphrase}`
  const key = keys.get(name) ?? derive(passphrase, salt)
  keys.set(name, key)
  return key
}

/** Derives a key beside this thread, so that many derivations use all cores. */
const derive = (passphrase: string, salt: Buffer) => promisify(pbkdf2)(passphrase, salt, 250_000, 32, 'sha256')
