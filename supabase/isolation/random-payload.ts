import { randomBytes } from 'node:crypto'

/** A random value in the vault's exact format, which nobody can decrypt. */
export function sealed({ ciphertext = randomBytes(24), nonce = randomBytes(12), salt = randomBytes(16) } = {}): string {
  const [s, n, c] = [salt, nonce, ciphertext].map((bytes) => bytes.toString('base64'))
  return `{"v":1,"iterations":250000,"salt":"${s}","nonce":"${n}","ciphertext":"${c}"}`
}

/** Random bytes in the form of a public key, to which nobody has the private half. */
export const randomPoint = () => Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64')
