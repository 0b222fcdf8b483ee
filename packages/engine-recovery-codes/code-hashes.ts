import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { foreignHash, hashing, randomBase32 } from 'engine/feature'

const COUNT = 10
const LENGTH = 16

const COST = { passes: 1, parallelism: 1, tagLength: 32 }
const SALT_BYTES = 16

export const newRecoveryCodes = () => Array.from({ length: COUNT }, () => randomBase32(LENGTH))

/** Removes what does not count: people group the characters, and phones capitalise the first one. */
export const normalizeCode = (typed: string) => typed.replaceAll(/[\s-]/g, '').toLowerCase()

/** Hashes in the order of the codes, one after the other, so that sign-ins get their turn meanwhile. */
export async function hashCodes(codes: readonly string[]): Promise<string[]> {
  const hashes: string[] = []
  for (const code of codes) hashes.push(await hashCode(code))
  return hashes
}

async function hashCode(code: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const { memory } = hashing
  const hash = await promisify(argon2)('argon2id', { message: code, nonce, memory, ...COST })
  const { passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(hash)}`
}

export type KeptCode = { id: string; hash: string }

/** The stored code that matches. All are compared, so that the duration reveals nothing. */
export async function findMatch(kept: readonly KeptCode[], code: string): Promise<KeptCode | undefined> {
  let match: KeptCode | undefined
  for (const one of kept) {
    if (await foreignHash(one.hash)?.(code)) match ??= one
  }
  return match
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
