import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto'

/**
 * Encrypts and decrypts payloads of the vault (docs/specification/vault.md#encryption) with Node's crypto,
 * independently of the page's code.
 */
export function sealed(text: string, passphrase: string): string {
  const salt = randomBytes(16)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const [s, n, c] = [salt, nonce, ciphertext].map((bytes) => bytes.toString('base64'))
  return `{"v":1,"iterations":250000,"salt":"${s}","nonce":"${n}","ciphertext":"${c}"}`
}

export function unsealed(stored: string, passphrase: string): string {
  const { v, iterations, salt, nonce, ciphertext }: Record<string, unknown> = JSON.parse(stored)
  if (v !== 1 || iterations !== 250_000) throw new Error(`Not the format of the vault: ${stored}`)
  const [s, n, c] = [salt, nonce, ciphertext].map((part) => Buffer.from(String(part), 'base64'))
  if (s?.length !== 16 || n?.length !== 12 || !c) throw new Error(`Not the sizes of the vault: ${stored}`)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, s), n)
  decipher.setAuthTag(c.subarray(-16))
  return Buffer.concat([decipher.update(c.subarray(0, -16)), decipher.final()]).toString('utf8')
}

const keyOf = (passphrase: string, salt: Buffer) => pbkdf2Sync(passphrase, salt, 250_000, 32, 'sha256')
