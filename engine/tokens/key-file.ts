import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import { removeLeftovers, writeAtomically } from '../kernel/atomic-file.ts'
import { isErrno } from '../kernel/errno.ts'
import type { SigningKey, SigningKeys } from './signing-keys.ts'

const privateKey = z.looseObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  kid: z.string(),
  x: z.string(),
  y: z.string(),
  d: z.string(),
})
const keysFile = z.object({
  jwtSecret: z.string().min(32),
  vaultKey: z.string().min(32),
  signingKey: privateKey.transform((key) => ({ ...key, alg: 'ES256' as const })),
})

/** The secrets of an installation: they allow to sign in as any user. */
export type Keys = {
  jwtSecret: string
  /** Signs user tokens. */
  signingKey: SigningKey
  /** Keys that signed user tokens before; their signatures stay valid. */
  formerKeys?: readonly SigningKey[]
  /** Encrypts the secrets of the vault (extensions/supabase-vault). It stays when the other keys are replaced. */
  vaultKey: string
}

const secret = () => randomBytes(32).toString('base64url')

type GivenKeys = { jwtSecret?: string | undefined; signing?: SigningKeys | undefined }

/**
 * Reads the keys, or creates them at the first start, readable by their owner alone. Keys from the settings win over
 * stored ones; the stored key continues to verify, so that the change signs nobody out.
 */
export async function loadKeys(path: string, given: GivenKeys = {}): Promise<Keys> {
  const stored = (await readKeyFile(path)) ?? (await createKeyFile(path))
  await removeLeftovers(path)
  const { jwtSecret = stored.jwtSecret, signing } = given
  if (!signing) return { ...stored, jwtSecret }
  const { vaultKey, signingKey } = stored
  return { jwtSecret, vaultKey, signingKey: signing.signingKey, formerKeys: [...signing.formerKeys, signingKey] }
}

async function readKeyFile(path: string): Promise<Keys | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw isErrno(error, 'EISDIR') ? noKeys(path, error) : error
  }
  try {
    return keysFile.parse(JSON.parse(text))
  } catch (cause) {
    throw noKeys(path, cause)
  }
}

const noKeys = (path: string, cause: unknown) =>
  new Error(`${path} holds no valid keys. Restore it from a backup; deleting it signs everybody out.`, { cause })

/** Replaces the stored keys; the content of the vault stays readable. */
export async function replaceKeys(path: string): Promise<void> {
  await writeKeyFile(path, await newKeys((await readKeyFile(path))?.vaultKey))
}

/** Where two servers start on one folder, one creates the keys and both use them. */
async function createKeyFile(path: string): Promise<Keys> {
  const keys = await newKeys()
  const isOurs = await writeKeyFile(path, keys, { isNew: true })
  return (isOurs ? undefined : await readKeyFile(path)) ?? keys
}

async function newKeys(vaultKey = secret()): Promise<Keys> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const signingKey = { ...(await exportJWK(privateKey)), kid: crypto.randomUUID() }
  return keysFile.parse({ jwtSecret: secret(), signingKey, vaultKey })
}

async function writeKeyFile(
  path: string,
  keys: Keys,
  options?: Parameters<typeof writeAtomically>[2],
): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return writeAtomically(path, `${JSON.stringify(keys, null, 2)}\n`, options)
}
