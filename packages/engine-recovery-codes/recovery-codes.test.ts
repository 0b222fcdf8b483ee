import { atFullCost, createTestBed } from 'engine/testing/features'
import { describe, expect, it } from 'vitest'
import { findMatch, hashCodes, normalizeCode } from './code-hashes.ts'

const bed = await createTestBed()
const service = await bed.service({ toml: '[auth.mfa.recovery_codes]\nenroll_enabled = true\nverify_enabled = true' })
type Service = typeof service

/** A user whose session counts as having used an authenticator app. */
async function twoStepPerson(email: string) {
  await service.confirmed(email)
  const { body: session } = await service.signIn(email)
  await bed.sql(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
    [session.user.id],
  )
  await bed.sql(`update auth.sessions set aal = 'aal2' where user_id = $1`, [session.user.id])
  return { id: session.user.id, token: session.access_token }
}

const generate = (token: string, from: Service = service) => from.call('POST', '/factors/recovery-codes', { token })

const verify = (token: string, code: string, from: Service = service) =>
  from.call('POST', '/factors/recovery-codes/verify', { token, body: { code } })

describe('recovery codes', () => {
  it('are kept as hashes, each salted by itself', async () => {
    const { id, token } = await twoStepPerson('hashed@north.test')
    const { codes } = (await atFullCost(() => generate(token))).body
    const kept = await bed.sql<{ code_hash: string }>(
      `select c.code_hash from auth.mfa_recovery_codes c
         join auth.mfa_recovery_code_sets s on s.id = c.mfa_recovery_code_set_id where s.user_id = $1`,
      [id],
    )
    expect(new Set(kept.map(({ code_hash }) => code_hash.split('$')[4])).size).toBe(10)
    for (const { code_hash } of kept) {
      expect(code_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    }
    for (const code of codes) expect(JSON.stringify(kept)).not.toContain(code)
  })

  it('are locked after five wrong ones where those came from, and nowhere else', async () => {
    const { token } = await twoStepPerson('locked@north.test')
    const [code] = (await generate(token)).body.codes
    for (let i = 0; i < 5; i++) expect((await verify(token, 'wrong')).status).toBe(422)
    const locked = { status: 429, body: { code: 'mfa_recovery_codes_locked' } }
    expect(await verify(token, code)).toMatchObject(locked)
    const elsewhere = { token, body: { code }, from: '198.51.100.7' }
    expect((await service.call('POST', '/factors/recovery-codes/verify', elsewhere)).status).toBe(200)
    expect(await verify(token, code)).toMatchObject(locked)
  })

  it('are not said to be missing where there are none to have', async () => {
    const { token } = await twoStepPerson('none@north.test')
    const status = async (from: Service) => (await from.call('GET', '/factors/recovery-codes', { token })).body.code
    expect(await status(service)).toBe('mfa_factor_not_found')
    const toml = '[auth.mfa.recovery_codes]\nenroll_enabled = false'
    expect(await status(await bed.service({ toml }))).toBe('mfa_recovery_codes_enroll_not_enabled')
  })

  it('are refused to whose other factors were switched off meanwhile', async () => {
    const { token } = await twoStepPerson('alone@north.test')
    const toml = '[auth.mfa.totp]\nverify_enabled = false\n[auth.mfa.recovery_codes]\nenroll_enabled = true'
    expect(await generate(token, await bed.service({ toml }))).toMatchObject({
      status: 422,
      body: {
        code: 'mfa_recovery_codes_sole_factor',
        message: 'At least one other verified factor is required to generate recovery codes',
      },
    })
  })

  it('are off unless the project switches them on', async () => {
    const off = await bed.service()
    const { token } = await twoStepPerson('off@north.test')
    const [code] = (await generate(token)).body.codes
    for (const path of ['', '/regenerate']) {
      expect((await off.call('POST', `/factors/recovery-codes${path}`, { token })).body).toMatchObject({
        code: 'mfa_recovery_codes_enroll_not_enabled',
        message: 'MFA enroll is disabled for recovery codes',
      })
    }
    expect((await verify(token, code, off)).body).toMatchObject({
      code: 'mfa_recovery_codes_verify_not_enabled',
      message: 'MFA verification is disabled for recovery codes',
    })
  })

  it('leave their lines in the audit log, never a code', async () => {
    const { token } = await twoStepPerson('audited@north.test')
    const [code] = (await generate(token)).body.codes
    await verify(token, code)
    const { body } = await service.call('POST', '/factors/recovery-codes/regenerate', { token })
    await service.call('DELETE', '/factors/recovery-codes', { token })
    const lines = await bed.sql<{ action: string; traits: object }>(
      `select payload ->> 'action' as action, payload -> 'traits' as traits from auth.audit_log_entries
        where payload ->> 'actor_username' = 'audited@north.test' and payload ->> 'action' like 'recovery_codes_%'
        order by created_at`,
    )
    expect(lines).toEqual([
      { action: 'recovery_codes_generated', traits: { factor_id: body.id, count: 10 } },
      { action: 'recovery_codes_verified', traits: { factor_id: body.id, remaining: 9 } },
      { action: 'recovery_codes_regenerated', traits: { factor_id: body.id, count: 10 } },
      { action: 'recovery_codes_deleted', traits: { factor_id: body.id } },
    ])
  })
})

it('reads codes however people write them', () => {
  expect(normalizeCode(' K4M9-x7qp 2ab8\tht3z\n')).toBe('k4m9x7qp2ab8ht3z')
})

it('passes over a hash that it cannot read', async () => {
  const [hash = ''] = await hashCodes(['k4m9x7qp2ab8ht3z'])
  const kept = [
    { id: 'broken', hash: 'k4m9x7qp2ab8ht3z' },
    { id: 'whole', hash },
  ]
  expect(await findMatch(kept, 'k4m9x7qp2ab8ht3z')).toEqual(kept[1])
  expect(await findMatch(kept, 'another')).toBeUndefined()
})
