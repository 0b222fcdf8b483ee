import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadProject } from '../assembly/config-toml.ts'
import { ConfigError } from '../kernel/config/environment-variables.ts'
import { loadKeys } from './key-file.ts'
import { loadSigningKeys } from './signing-keys.ts'
import { createTokens } from './tokens.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'signing-keys-'))
  await writeFile(join(dir, 'config.toml'), '[auth]\nsigning_keys_path = "./signing_keys.json"')
})
afterEach(() => rm(dir, { recursive: true }))

async function newKey(alg: 'ES256' | 'RS256', kid: string, ops?: string[]) {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg, use: 'sig', ...(ops && { key_ops: ops }) }
}

const load = async (keys: unknown) => {
  await writeFile(join(dir, 'signing_keys.json'), typeof keys === 'string' ? keys : JSON.stringify(keys))
  return loadSigningKeys(await loadProject(dir))
}

const tokensWith = async (keys?: unknown) => {
  const signing = keys === undefined ? undefined : await load(keys)
  return createTokens(await loadKeys(join(dir, 'keys.json'), { signing }))
}

const claims = { sub: 'ana', role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 60 }

describe('keys of the project', () => {
  it.each(['ES256', 'RS256'] as const)('sign with %s, and anybody can tell by the key set', async (alg) => {
    const tokens = await tokensWith([await newKey(alg, 'ours')])
    const token = await tokens.sign(claims)
    expect(decodeProtectedHeader(token)).toEqual({ alg, kid: 'ours', typ: 'JWT' })
    expect(await tokens.verify(token)).toMatchObject({ sub: 'ana' })
    const published = tokens.jwks().keys.find(({ kid }) => kid === 'ours')
    expect((await jwtVerify(token, published ?? {})).payload.sub).toBe('ana')
    for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(published).not.toHaveProperty(secret)
  })

  it('take over from the engine’s own without signing anybody out', async () => {
    const old = await (await tokensWith()).sign(claims)
    const tokens = await tokensWith([await newKey('ES256', 'ours')])
    expect(await tokens.verify(old)).toMatchObject({ sub: 'ana' })
  })

  it('are exchanged one for the other: the one that may sign does, the others go on verifying', async () => {
    const first = await newKey('ES256', 'first')
    const old = await (await tokensWith([first])).sign(claims)
    const tokens = await tokensWith([
      { ...first, key_ops: ['verify'] },
      await newKey('ES256', 'second', ['sign', 'verify']),
    ])
    expect(decodeProtectedHeader(await tokens.sign(claims)).kid).toBe('second')
    expect(await tokens.verify(old)).toMatchObject({ sub: 'ana' })
    expect(tokens.jwks().keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining(['first', 'second']))
  })

  it('no longer count once they are out of the file', async () => {
    const old = await (await tokensWith([await newKey('ES256', 'lost')])).sign(claims)
    await expect((await tokensWith([await newKey('ES256', 'ours')])).verify(old)).rejects.toMatchObject({
      reason: 'signature',
    })
  })
})

describe('a file of keys that cannot be used stops the start in one line', () => {
  it.each([
    ['no JSON', '{'],
    ['one key outside an array', { kty: 'EC' }],
    ['a key of another kind', [{ kty: 'oct', k: 'c2VjcmV0', kid: 'x' }]],
    ['a key that only verifies', [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'x' }]],
    ['no key', []],
  ])('%s', async (_, keys) => {
    await expect(load(keys)).rejects.toThrow(ConfigError)
    await expect(load(keys)).rejects.toThrow(/^config\.toml: auth\.signing_keys_path[^\n]+$/)
  })

  it('that is not there', async () => {
    await expect(loadSigningKeys(await loadProject(dir))).rejects.toThrow('there is no')
  })

  it('and without the setting there is none', async () => {
    await writeFile(join(dir, 'config.toml'), '')
    expect(await loadSigningKeys(await loadProject(dir))).toBeUndefined()
  })
})
