import { argon2, createCipheriv, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

// Password hashes that an administrator imports from another service: the passwords continue to work
// (docs/wire/auth.md#password-hashes).

const argonFormat = /^\$(argon2id?)\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const firebaseFormat =
  /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})(?:,ss=([A-Za-z0-9+/=]*))?,sk=([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/

/** Compares off the main thread. */
type Comparison = (password: string) => Promise<boolean>

/** The comparison for this hash; undefined where its format is unknown or its cost too high. */
export function foreignHash(stored: string): Comparison | undefined {
  return argonHash(stored) ?? firebaseHash(stored)
}

const MAX_ARGON_KIB = 1024 * 1024

function argonHash(stored: string): Comparison | undefined {
  const [, algorithm, m, t, p, salt = '', hash = ''] = argonFormat.exec(stored) ?? []
  const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)]
  if (algorithm !== 'argon2id' && algorithm !== 'argon2i') return undefined
  const isAffordable = memory <= MAX_ARGON_KIB && passes <= 20 && parallelism <= 16
  if (!isAffordable || passes < 1 || parallelism < 1 || memory < 8 * parallelism) return undefined
  const expected = Buffer.from(hash, 'base64')
  const nonce = Buffer.from(salt, 'base64')
  if (nonce.length < 8 || expected.length < 4) return undefined
  const cost = { nonce, parallelism, tagLength: expected.length, memory, passes }
  return async (password) =>
    timingSafeEqual(await promisify(argon2)(algorithm, { message: password, ...cost }), expected)
}

/** Firebase's scrypt: the project's signer key, encrypted with a key that scrypt derives from the password. */
function firebaseHash(stored: string): Comparison | undefined {
  const [, n, r, p, separator = '', signer, salt, hash] = firebaseFormat.exec(stored) ?? []
  if (signer === undefined || salt === undefined || hash === undefined) return undefined
  const cost = { N: 2 ** Number(n), r: Number(r), p: Number(p) }
  const memory = 128 * cost.N * cost.r
  if (Number(n) < 1 || cost.r < 1 || cost.p < 1 || cost.p > 16 || memory > MAX_ARGON_KIB * 1024) return undefined
  const [signerKey, expected] = [Buffer.from(signer, 'base64'), Buffer.from(hash, 'base64')]
  const wholeSalt = Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(separator, 'base64')])
  return async (password) => {
    const key = await derive(password, wholeSalt, { ...cost, maxmem: 2 * memory })
    const made = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signerKey)
    return made.length === expected.length && timingSafeEqual(made, expected)
  }
}

const derive = (password: string, salt: Buffer, cost: { N: number; r: number; p: number; maxmem: number }) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password, salt, 32, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })
