import { randomBytes } from 'node:crypto'

/** What the vault would store, of another secret each time: in its exact form, and nobody's to open. */
export function sealed({ ciphertext = randomBytes(24), nonce = randomBytes(12), salt = randomBytes(16) } = {}): string {
  const [s, n, c] = [salt, nonce, ciphertext].map((bytes) => bytes.toString('base64'))
  return `{"v":1,"iterations":250000,"salt":"${s}","nonce":"${n}","ciphertext":"${c}"}`
}
