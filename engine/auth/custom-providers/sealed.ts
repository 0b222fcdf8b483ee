import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Tokens } from '../../tokens/tokens.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

type Keeper = Pick<Tokens, 'secretFor'>

const keyOf = (tokens: Keeper) => tokens.secretFor('secrets of custom providers')

/** A text that only this installation can read, and only as belonging to `owner`. */
export function seal(tokens: Keeper, owner: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(tokens), iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Throws for what was sealed with another key, or for somebody else. */
export function unseal(tokens: Keeper, owner: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(CIPHER, keyOf(tokens), bytes.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
