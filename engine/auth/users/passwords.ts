import { randomBytes } from 'node:crypto'
import { authErrors, type WeakPasswordReason } from '../errors.ts'
import { isCommon } from './common-passwords.ts'
import { foreignHash } from './foreign-hashes.ts'

/**
 * The cost of bcrypt for passwords, where each one more doubles the time; and of argon2 for recovery codes, in KiB, as
 * in GoTrue, so that either server accepts the other's hashes. Tests hash thousands, at the lowest cost.
 */
export const hashing = { cost: 10, memory: 19_456 }
const MAX_BYTES = 72

export type PasswordPolicy = {
  minimumLength: number
  /** A password must contain a character of each set. */
  requiredCharacters: readonly string[]
  /** Whether the most frequently leaked passwords are refused. */
  refusesLeaked: boolean
}

export type Weakness = { message: string; reasons: readonly WeakPasswordReason[] }

/** Loaded for the first password, so that the start does not wait. */
const bcrypt = () => import('@node-rs/bcrypt')

/** Hashes as `$2a$`, like GoTrue, so that either server accepts the other's users. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await bcrypt()
  return hash(password, { cost: hashing.cost, version: '2a' })
}

export const randomPassword = () => randomBytes(32).toString('base64url')

/** Whether users can sign in with a password of this hash. */
export const isPasswordHash = (text: string) => bcryptFormat.test(text) || foreignHash(text) !== undefined

const bcryptFormat = /^\$2[aby]\$\d{2}\$[./A-Za-z0-9]{53}$/

// The hash that an unknown user's password is compared with, at the usual cost, so that the answer takes as long as for
// a known one. It is of 256 random bits that are not kept.
const hashForUnknownUsers = () =>
  `$2a$${String(hashing.cost).padStart(2, '0')}$k4PglM14voYbFdaDgiiTqeCkwIy2lnfr5PjrnhkSkPKb75gLVIt4C`

/** Compares off the main thread. Without a usable hash the answer is no, after the same time. */
export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  const compare = foreignHash(stored ?? '')
  if (compare) return compare(password)
  const { verify } = await bcrypt()
  const hash = stored && bcryptFormat.test(stored) ? stored : undefined
  const matches = await verify(password, hash ?? hashForUnknownUsers())
  return matches && hash !== undefined
}

/** bcrypt ignores everything after this length. */
export const isHashable = (password: string) => Buffer.byteLength(password) <= MAX_BYTES

/** Throws for a password that cannot be hashed, or that the policy finds too weak. */
export function requireStrongPassword(password: string, policy: PasswordPolicy) {
  if (!isHashable(password)) throw authErrors.passwordTooLong()
  const weakness = weaknessOf(password, policy)
  if (weakness) throw authErrors.weakPassword(weakness.message, weakness.reasons)
}

/** The policy's objection to a password, if any. */
export function weaknessOf(password: string, policy: PasswordPolicy): Weakness | undefined {
  const messages: string[] = []
  const reasons: WeakPasswordReason[] = []
  if ([...password].length < policy.minimumLength) {
    messages.push(`Password should be at least ${policy.minimumLength} characters.`)
    reasons.push('length')
  }
  if (policy.requiredCharacters.some((set) => !hasOneOf(password, set))) {
    messages.push(`Password should contain at least one character of each: ${policy.requiredCharacters.join(', ')}.`)
    reasons.push('characters')
  }
  if (policy.refusesLeaked && !reasons.includes('length') && isCommon(password)) {
    messages.push('Password is known to be weak and easy to guess, please choose a different one.')
    reasons.push('pwned')
  }
  return reasons.length > 0 ? { message: messages.join(' '), reasons } : undefined
}

const hasOneOf = (password: string, set: string) => [...set].some((character) => password.includes(character))
