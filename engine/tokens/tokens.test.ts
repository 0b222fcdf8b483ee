import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { loadKeys } from './key-file.ts'
import { createTokens } from './tokens.ts'

const home = mkdtempSync(join(tmpdir(), 'engine-tokens-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const file = join(home, 'data', 'keys.json')
const now = () => Math.floor(Date.now() / 1000)
const ana = { sub: '00000000-0000-0000-0000-00000000000a', role: 'authenticated', session_id: 'one' }

describe('the keys', () => {
  it('are made once, for their owner alone, and stay the same', async () => {
    const made = await loadKeys(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await loadKeys(file)).toEqual(made)
  })

  it('are made though a start that was cut off left a draft', async () => {
    const path = join(home, 'cut-off', 'keys.json')
    const leftover = `${path}.${randomUUID()}.part`
    mkdirSync(join(home, 'cut-off'))
    writeFileSync(leftover, '{"jwtSecret":')
    utimesSync(leftover, 0, 0)
    await loadKeys(path)
    expect(readdirSync(join(home, 'cut-off'))).toEqual(['keys.json'])
  })

  it('are the same for all who start at once on one folder', async () => {
    const path = join(home, 'together', 'keys.json')
    const made = await Promise.all(Array.from({ length: 8 }, () => loadKeys(path)))
    expect(new Set(made.map(({ jwtSecret }) => jwtSecret)).size).toBe(1)
    expect(readdirSync(join(home, 'together'))).toEqual(['keys.json'])
  })

  it('leaves what an operator has put beside it', async () => {
    const copy = join(home, 'data', 'keys.json.bak')
    writeFileSync(copy, 'a copy')
    utimesSync(copy, 0, 0)
    await loadKeys(file)
    expect(readdirSync(join(home, 'data'))).toEqual(['keys.json', 'keys.json.bak'])
  })

  it('take the secret of the settings before their own', async () => {
    const secret = 'a secret that several servers share between them'
    expect((await loadKeys(file, { jwtSecret: secret })).jwtSecret).toBe(secret)
  })

  it('are not replaced when the file is broken, since that would sign everybody out', async () => {
    const broken = join(home, 'broken.json')
    writeFileSync(broken, '{}')
    await expect(loadKeys(broken)).rejects.toThrow('Restore it from a backup')
  })
})

describe('tokens', async () => {
  const keys = await loadKeys(file)
  const tokens = await createTokens(keys)
  const refusal = (token: string) =>
    tokens.verify(token).then(
      () => 'accepted',
      (error) => error.reason,
    )

  it('come back with the claims they were signed with', async () => {
    const token = await tokens.sign({ ...ana, iat: now(), exp: now() + 60 })
    expect(await tokens.verify(token)).toMatchObject(ana)
  })

  it('of the project carry its roles, and are the same at every start', async () => {
    expect(await tokens.verify(tokens.anonKey)).toMatchObject({ role: 'anon', iss: 'supabase' })
    expect(await tokens.verify(tokens.serviceRoleKey)).toMatchObject({ role: 'service_role' })
    expect((await createTokens(keys)).anonKey).toBe(tokens.anonKey)
  })

  it('publish the half of the key that verifies and never the one that signs', () => {
    const [key] = tokens.jwks().keys
    expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', kid: keys.signingKey.kid, use: 'sig' })
    expect(JSON.stringify(tokens.jwks())).not.toContain(keys.signingKey.d)
  })

  it('end with their time, also when they were seen before', async () => {
    const soon = await tokens.sign({ ...ana, iat: now() - 100, exp: now() - 26 })
    expect(await tokens.verify(soon)).toMatchObject(ana)
    await expect.poll(() => refusal(soon)).toBe('expired')
    expect(await refusal(await tokens.sign({ ...ana, exp: now() - 60 }))).toBe('expired')
  })

  it('are refused when forged', async () => {
    const token = await tokens.sign({ ...ana, exp: now() + 60 })
    const [header, , signature] = token.split('.')
    const forged = Buffer.from(JSON.stringify({ ...ana, role: 'service_role', exp: now() + 60 })).toString('base64url')
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    const strangers = new SignJWT({ ...ana, exp: now() + 60 }).setProtectedHeader({ alg: 'HS256' })
    // The algorithm confusion attack: the public key is used as the secret of a symmetric signature.
    const publicKey = new TextEncoder().encode(JSON.stringify(tokens.jwks().keys[0]))
    const confused = new SignJWT({ ...ana, exp: now() + 60 }).setProtectedHeader({
      alg: 'HS256',
      kid: keys.signingKey.kid,
    })

    expect(await refusal(`${header}.${forged}.${signature}`)).toBe('signature')
    expect(await refusal(`${unsigned}.${forged}.`)).toBe('algorithm')
    expect(await refusal(await strangers.sign(new TextEncoder().encode('x'.repeat(32))))).toBe('signature')
    expect(await refusal(await confused.sign(publicKey))).not.toBe('accepted')
    expect(await refusal('not a token')).toBe('malformed')
    expect(await refusal('')).toBe('malformed')
  })

  it.each(['exp', 'nbf', 'iat'])('are refused with %s that is no number, by its name', async (claim) => {
    const token = await new SignJWT({ ...ana, exp: now() + 60, [claim]: 'soon' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(keys.jwtSecret))
    await expect(tokens.verify(token)).rejects.toMatchObject({ reason: 'claims', claim })
    expect(await refusal(await tokens.sign({ ...ana, exp: now() + 60, nbf: now() + 90 }))).toBe('not_yet_valid')
  })

  it('are refused with a role that is no name', async () => {
    expect(await refusal(await tokens.sign({ ...ana, role: { admin: true }, exp: now() + 60 }))).toBe('claims')
  })
})
