import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { z } from 'zod'

const privateKey = z.looseObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  kid: z.string(),
  x: z.string(),
  y: z.string(),
  d: z.string(),
})
const keysFile = z.object({ jwtSecret: z.string().min(32), signingKey: privateKey })

/** The secrets of an installation: whoever has them can sign in as anybody. */
export type Keys = { jwtSecret: string; signingKey: JWK & { kid: string } }

/**
 * Reads the keys, or makes them at the first start, readable by their owner alone.
 * `jwtSecret` of the settings wins over the stored one.
 */
export async function loadKeys(path: string, jwtSecret?: string): Promise<Keys> {
  const stored = (await read(path)) ?? (await create(path))
  return jwtSecret ? { ...stored, jwtSecret } : stored
}

async function read(path: string): Promise<Keys | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    return keysFile.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${path} holds no valid keys. Restore it from a backup; deleting it signs everybody out.`, {
      cause,
    })
  }
}

async function create(path: string): Promise<Keys> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const signingKey = { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: 'ES256' }
  const keys = { jwtSecret: randomBytes(32).toString('base64url'), signingKey }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  const file = await open(draft, 'wx', 0o600)
  await file.writeFile(`${JSON.stringify(keys, null, 2)}\n`)
  await file.sync()
  await file.close()
  await rename(draft, path)
  return keys
}
