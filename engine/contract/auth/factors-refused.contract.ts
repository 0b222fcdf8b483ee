import { describe, expect, it } from 'vitest'
import { call, signedInPerson } from './people.ts'
import { codeOf, enroll, twoStepPerson } from './two-step-people.ts'

describe('a factor is refused', () => {
  it('under a name the person has used, an empty one included', async () => {
    const { client } = await signedInPerson('ana')
    await enroll(client, 'Phone')
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_name_conflict',
      message: 'A factor with the friendly name "Phone" for this user already exists',
    })
    await client.auth.mfa.enroll({ factorType: 'totp' })
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('mfa_factor_name_conflict')
  })

  it('beyond ten', async () => {
    const { client } = await signedInPerson('ben')
    for (let i = 0; i < 10; i++) await enroll(client, `device ${i}`)
    const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'one more' })
    expect(error).toMatchObject({
      status: 422,
      code: 'too_many_enrolled_mfa_factors',
      message: 'Maximum number of verified factors reached, unenroll to continue',
    })
  })

  it('of an unknown type', async () => {
    const { session } = await signedInPerson('cleo')
    const body = { factor_type: 'telepathy' }
    expect(await call('POST', '/factors', { token: session.access_token, body })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'factor_type needs to be totp, phone, or webauthn' },
    })
  })
})

describe('a proof is refused', () => {
  it('with a wrong code, after which the right one still counts', async () => {
    const { client } = await signedInPerson('ana')
    const { factorId, secret } = await enroll(client)
    const { data: challenge } = await client.auth.mfa.challenge({ factorId })
    const verify = (code: string) => client.auth.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code })
    const wrong = codeOf(secret) === '000000' ? '111111' : '000000'
    expect((await verify(wrong)).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid TOTP code entered',
    })
    expect((await verify('')).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Code needs to be non-empty',
    })
    expect((await verify(codeOf(secret))).error).toBeNull()
    expect((await verify(codeOf(secret))).error).toMatchObject({
      status: 422,
      code: 'mfa_ip_address_mismatch',
      message: 'Challenge and verify IP addresses mismatch.',
    })
  })

  it('for a challenge of another factor, and for one that never was', async () => {
    const { client } = await signedInPerson('ben')
    const one = await enroll(client, 'one')
    const other = await enroll(client, 'other')
    const { data: challenge } = await client.auth.mfa.challenge({ factorId: other.factorId })
    for (const challengeId of [challenge?.id ?? '', crypto.randomUUID(), 'no uuid']) {
      const { error } = await client.auth.mfa.verify({
        factorId: one.factorId,
        challengeId,
        code: codeOf(one.secret),
      })
      expect(error).toMatchObject({
        status: 422,
        code: 'mfa_factor_not_found',
        message: 'MFA factor with the provided challenge ID not found',
      })
    }
  })

  it('for a factor of somebody else', async () => {
    const { factorId, secret } = await twoStepPerson('cleo')
    const { client, session } = await signedInPerson('mallory')
    const notFound = { status: 404, code: 'mfa_factor_not_found', message: 'Factor not found' }
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toMatchObject(notFound)
    expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject(notFound)
    expect(await call('DELETE', '/factors/1', { token: session.access_token })).toMatchObject({
      status: 404,
      body: { code: 'validation_failed', message: 'factor_id must be an UUID' },
    })
  })

  it('without signing in', async () => {
    expect((await call('POST', '/factors', { body: { factor_type: 'totp' } })).body.code).toBe('no_authorization')
  })
})
