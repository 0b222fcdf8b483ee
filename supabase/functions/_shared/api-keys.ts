import { hashOf, isSameHash } from './hash.ts'
import { env, isHosted } from './runtime.ts'

/** The environment variables of an API key: the older JWT, and the newer keys as a JSON object by name. */
type Variables = { older: string; newer: string }

const SECRET: Variables = { older: 'SUPABASE_SERVICE_ROLE_KEY', newer: 'SUPABASE_SECRET_KEYS' }
const PUBLISHABLE: Variables = { older: 'SUPABASE_ANON_KEY', newer: 'SUPABASE_PUBLISHABLE_KEYS' }

/** The secret key, which bypasses row policies. */
export const secretKey = (): string => requireKey(SECRET)

/** The publishable API key of the project. */
export const publishableKey = (): string => requireKey(PUBLISHABLE)

/** Whether the request carries a secret key of this project, in `apikey` or as bearer token. */
export async function hasSecretKey({ headers }: Request): Promise<boolean> {
  const brought = [headers.get('apikey'), /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]]
  const known = keysOf(SECRET)
  // Every pair of keys is compared, so that the response time reveals nothing about them.
  const same = await Promise.all(brought.flatMap((key) => (key ? known.map((own) => sameSecret(key, own)) : [])))
  return same.includes(true)
}

function requireKey(variables: Variables): string {
  const [key] = keysOf(variables)
  if (!key) throw new Error(`Neither ${variables.older} nor ${variables.newer} is set.`)
  return key
}

/**
 * Reads the keys of one kind, the preferred one first. Hosted Supabase phases out the older keys and may list one that
 * is disabled. This project's server lists newer keys as of its start, and one of them may be revoked since.
 */
function keysOf({ older, newer }: Variables): string[] {
  const olderKey = env(older)
  const olderKeys = olderKey ? [olderKey] : []
  const newerKeys = namedKeys(newer)
  return isHosted ? [...newerKeys, ...olderKeys] : [...olderKeys, ...newerKeys]
}

/** Reads `{"default":"sb_secret_…","other":"sb_secret_…"}`, with the key named default first. */
function namedKeys(variable: string): string[] {
  const text = env(variable)
  if (!text) return []
  const keys: unknown = parsed(variable, text)
  const entries = Object.entries(Object(keys)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return entries.toSorted(([a], [b]) => Number(b === 'default') - Number(a === 'default')).map(([, key]) => key)
}

function parsed(variable: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The message of JSON.parse would quote keys in the log, so it is replaced.
    throw new Error(`${variable} should be a JSON object of names and keys.`)
  }
}

/** Compares two secrets in constant time. */
async function sameSecret(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([hashOf(a), hashOf(b)])
  return isSameHash(one, other)
}
