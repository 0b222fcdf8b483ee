import type { SupabaseClient } from '@supabase/supabase-js'
import { admin, call, claimsOf, codeOf, enroll, signIn, twoStepPerson } from 'engine/testing/contract'
import { describe, expect, it } from 'vitest'
import { codesOf, none, personWithCodes, remaining, told, wrong } from './recovery-code-people.ts'

async function levelOf(client: SupabaseClient) {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  return data?.currentLevel
}

describe('recovery codes', () => {
  it('are told once, and listed among the factors without them', async () => {
    const { client } = await twoStepPerson('ana')
    expect((await codesOf(client).getStatus()).error).toMatchObject(none)
    const { data, error } = await codesOf(client).generate()
    expect(error).toBeNull()
    expect(data).toEqual({
      id: expect.any(String),
      type: 'recovery_code',
      friendly_name: 'Recovery codes',
      total: 10,
      codes: Array.from({ length: 10 }, () => expect.stringMatching(/^[a-z2-7]{16}$/)),
    })
    expect(new Set(data?.codes).size).toBe(10)
    const { data: status } = await codesOf(client).getStatus()
    expect(status).toEqual({ id: data?.id, type: 'recovery_code', total: 10, remaining: 10 })
    const { data: factors } = await client.auth.mfa.listFactors()
    expect(factors?.recovery_code).toMatchObject([
      { id: data?.id, status: 'verified', factor_type: 'recovery_code', friendly_name: 'Recovery codes' },
    ])
    for (const code of data?.codes ?? []) expect(JSON.stringify([status, factors])).not.toContain(code)
  })

  it('have the name that they are given, unless another factor has it', async () => {
    const { client } = await twoStepPerson('ben')
    expect((await codesOf(client).generate({ friendlyName: 'Phone' })).error?.code).toBe('mfa_factor_name_conflict')
    expect((await codesOf(client).generate({ friendlyName: 'In the safe' })).data?.friendly_name).toBe('In the safe')
  })

  it('lift a session like the factor they stand in for, typed as people type', async () => {
    const { email, first } = await personWithCodes('cleo')
    const { client, session } = await signIn(email)
    const elsewhere = await signIn(email)
    expect(await levelOf(client)).toBe('aal1')
    const typed = ` ${first.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1-')}\n`
    const { data, error } = await codesOf(client).verify({ code: typed })
    expect(error).toBeNull()
    const claims = claimsOf({ access_token: data?.access_token ?? '' })
    expect(claims).toMatchObject({ aal: 'aal2', session_id: claimsOf(session).session_id })
    expect(claims.amr).toMatchObject([{ method: 'mfa/recovery_code' }, { method: 'password' }])
    expect(data?.refresh_token).not.toBe(session.refresh_token)
    expect((await client.rpc('who')).data.claims).toMatchObject({ aal: 'aal2' })
    await client.auth.refreshSession()
    expect(await levelOf(client)).toBe('aal2')
    // Sessions that only proved the password have ended.
    const { body } = await call('GET', '/user', { token: elsewhere.session.access_token })
    expect(body.code).toBe('session_not_found')
  })

  it('count once each', async () => {
    const { client, first, second } = await personWithCodes('dora')
    expect((await codesOf(client).verify({ code: first })).error).toBeNull()
    expect(await remaining(client)).toBe(9)
    expect((await codesOf(client).verify({ code: first })).error).toMatchObject(wrong)
    expect((await codesOf(client).verify({ code: second })).error).toBeNull()
    expect(await remaining(client)).toBe(8)
  })

  it('count once also for requests that come together', async () => {
    const { email, first } = await personWithCodes('eva')
    const { session, client } = await signIn(email)
    const verify = () =>
      call('POST', '/factors/recovery-codes/verify', { token: session.access_token, body: { code: first } })
    const answers = await Promise.all([verify(), verify(), verify()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect(await remaining(client)).toBe(9)
  })

  it('are one set for each person, however many ask for it together', async () => {
    const { client } = await twoStepPerson('fred')
    const answers = await Promise.all([codesOf(client).generate(), codesOf(client).generate()])
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    expect(answers.find(({ error }) => error !== null)?.error).toMatchObject({
      status: 422,
      code: 'mfa_verified_factor_exists',
      message: 'Recovery codes are already enrolled for this user, use regenerate to rotate them',
    })
  })

  it('give way to new ones, of which the factor and its name stay', async () => {
    const { client, setId, first } = await personWithCodes('gus')
    await codesOf(client).verify({ code: first })
    const fresh = told(await codesOf(client).regenerate())
    expect(fresh.setId).toBe(setId)
    expect(await remaining(client)).toBe(10)
    expect((await codesOf(client).verify({ code: first })).error).toMatchObject(wrong)
    expect((await codesOf(client).verify({ code: fresh.first })).error).toBeNull()
  })

  it('are given up, and with them what a session gained by one', async () => {
    const { email, setId, first } = await personWithCodes('hal')
    const { client } = await signIn(email)
    await codesOf(client).verify({ code: first })
    expect((await codesOf(client).unenroll()).data).toEqual({ id: setId })
    const { data } = await client.auth.refreshSession()
    const claims = claimsOf({ access_token: data.session?.access_token ?? '' })
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
    expect((await codesOf(client).getStatus()).error).toMatchObject(none)
  })

  it('let somebody in who lost their phone, to set up the next one', async () => {
    const { email, first, factorId } = await personWithCodes('ida')
    const { client } = await signIn(email)
    await codesOf(client).verify({ code: first })
    const next = await enroll(client, 'New phone')
    const proved = await client.auth.mfa.challengeAndVerify({ factorId: next.factorId, code: codeOf(next.secret) })
    expect(proved.error).toBeNull()
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect(await levelOf(client)).toBe('aal2')
  })
})

describe('the factor that recovery codes are', () => {
  it('is never the only one', async () => {
    const { client, factorId } = await personWithCodes('ana')
    expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'mfa_recovery_codes_sole_factor',
      message:
        'Recovery codes cannot be the only verified factor. Please enroll another factor before unenrolling this one or delete your recovery codes.',
    })
    expect((await codesOf(client).unenroll()).error).toBeNull()
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
  })

  it('stays while other attempts at a factor are given up', async () => {
    const { client } = await personWithCodes('ben')
    const { factorId } = await enroll(client, 'never finished')
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect(await remaining(client)).toBe(10)
  })

  it('has routes of its own', async () => {
    const { client, setId, first } = await personWithCodes('cleo')
    expect((await client.auth.mfa.unenroll({ factorId: setId })).error).toMatchObject({
      status: 422,
      code: 'validation_failed',
      message: 'Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes',
    })
    const unknown = {
      status: 400,
      code: 'validation_failed',
      message: 'factor_type needs to be totp, phone, or webauthn',
    }
    expect((await client.auth.mfa.challenge({ factorId: setId })).error).toMatchObject(unknown)
    const verify = { factorId: setId, challengeId: crypto.randomUUID(), code: first }
    expect((await client.auth.mfa.verify(verify)).error).toMatchObject(unknown)
  })

  it('is seen and taken away by an administrator', async () => {
    const { client, user, setId, first } = await personWithCodes('dora')
    const { data } = await admin.auth.admin.mfa.listFactors({ userId: user.id })
    expect(data?.factors).toMatchObject([{ factor_type: 'totp' }, { id: setId, factor_type: 'recovery_code' }])
    expect((await admin.auth.admin.mfa.deleteFactor({ userId: user.id, id: setId })).error).toBeNull()
    expect((await codesOf(client).verify({ code: first })).error).toMatchObject(wrong)
  })
})
