import { readFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { z } from 'zod'
import { ConfigError } from '../kernel/config/environment-variables.ts'

const key = z.looseObject({
  kid: z.string().exactOptional(),
  key_ops: z.array(z.string()).exactOptional(),
  d: z.string().exactOptional(),
})
const curve = key.extend({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() })
const rsa = key.extend({ kty: z.literal('RSA'), n: z.string(), e: z.string() })
const keyFile = z.array(z.union([curve, rsa]))

export type SigningKey = JWK & { kid: string } & (
    | { kty: 'EC'; alg: 'ES256'; crv: string; x: string; y: string }
    | { kty: 'RSA'; alg: 'RS256'; n: string; e: string }
  )

/** The project's own keys for user tokens: one signs, and the others verify what they signed before. */
export type SigningKeys = { signingKey: SigningKey; formerKeys: SigningKey[] }

/** The settings of a project that are read here. */
export type KeysOfProject = { dir: string; config: { auth: { signing_keys_path?: string | undefined } } }

/**
 * Reads the file that config.toml's `auth.signing_keys_path` names, as `supabase gen signing-key` writes it; undefined
 * where none is named. Throws `ConfigError` for a file that cannot be used.
 */
export async function loadSigningKeys(project: KeysOfProject): Promise<SigningKeys | undefined> {
  const path = project.config.auth.signing_keys_path
  if (path === undefined) return undefined
  const file = isAbsolute(path) ? path : join(project.dir, path)
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ConfigError(`config.toml: auth.signing_keys_path should name a file of keys, but there is no ${file}.`)
  })
  const keys = parse(text, file)
  const signer = keys.find(({ d, key_ops }) => d !== undefined && (key_ops?.includes('sign') ?? true))
  if (!signer) {
    throw new ConfigError(`config.toml: auth.signing_keys_path: ${file} should hold a private key that may sign.`)
  }
  const formerKeys = keys.filter((key) => key !== signer)
  return { signingKey: await withNames(signer), formerKeys: await Promise.all(formerKeys.map(withNames)) }
}

function parse(text: string, file: string): z.infer<typeof keyFile> {
  try {
    return keyFile.parse(JSON.parse(text))
  } catch {
    // The cause is left out, because it would repeat the keys.
    throw new ConfigError(
      `config.toml: auth.signing_keys_path: ${file} should be a JSON array of keys for ES256 or RS256.`,
    )
  }
}

async function withNames({ key_ops: _, ...key }: z.infer<typeof keyFile>[number]): Promise<SigningKey> {
  const kid = key.kid ?? (await calculateJwkThumbprint(key))
  return key.kty === 'EC' ? { ...key, alg: 'ES256', kid } : { ...key, alg: 'RS256', kid }
}
