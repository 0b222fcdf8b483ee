import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { newestTextTo } from '../received-mails.ts'
import { call, claimsOf, newPhone, signedInPerson, signIn } from './people.ts'

const plain = (phone: string) => phone.slice(1)

describe('a phone as the second factor', () => {
  it('gets a code for every challenge, and proves itself by it', async () => {
    const { client, email } = await signedInPerson('ben')
    const phone = newPhone()
    const { data: factor, error } = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Mobile' })
    expect(error).toBeNull()
    expect(factor).toEqual({ id: expect.any(String), type: 'phone', friendly_name: 'Mobile', phone })
    const factorId = factor?.id ?? ''
    const { data: challenge } = await client.auth.mfa.challenge({ factorId, channel: 'sms' })
    expect(challenge).toMatchObject({ type: 'phone' })
    const { text, code } = await newestTextTo(phone)
    expect(text).toBe(`Acme, second step: ${code}`)
    const verify = (code: string) => client.auth.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code })
    expect((await verify(code === '000000' ? '111111' : '000000')).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid MFA Phone code entered',
    })
    const { data: verified } = await verify(code)
    expect(claimsOf(verified ?? { access_token: '' })).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/phone' }, { method: 'password' }],
    })
    expect((await client.auth.mfa.listFactors()).data?.phone).toMatchObject([{ id: factorId, phone: plain(phone) }])
    const again = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Mobile again' })
    expect(again.error).toMatchObject({
      status: 422,
      code: 'mfa_verified_factor_exists',
      message: 'A verified phone factor already exists, unenroll the existing factor to continue',
    })
    expect((await signIn(email)).user.factors).toMatchObject([{ factor_type: 'phone', status: 'verified' }])
  })

  it('that somebody left half set up lets nobody in past the authenticator app that came after it', async () => {
    const { client, email } = await signedInPerson('dora')
    const phone = newPhone()
    const thief = (await signIn(email)).client
    const { data: left } = await thief.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Thief’s phone' })
    const { data: app } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
    const code = new TOTP({ secret: app?.totp.secret ?? '' }).generate()
    expect((await client.auth.mfa.challengeAndVerify({ factorId: app?.id ?? '', code })).error).toBeNull()

    const again = (await signIn(email)).client
    const factorId = left?.id ?? ''
    const { data: challenge } = await again.auth.mfa.challenge({ factorId, channel: 'sms' })
    const sent = (await newestTextTo(phone)).code
    const { error } = await again.auth.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code: sent })
    expect(error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
      message: 'AAL2 required to enroll a new factor',
    })
    expect((await again.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1' })
  })

  it('needs a number', async () => {
    const { session } = await signedInPerson('cleo')
    const enroll = (phone?: string) =>
      call('POST', '/factors', { token: session.access_token, body: { factor_type: 'phone', phone } })
    expect((await enroll()).body.message).toBe('Phone number required to enroll Phone factor')
    expect((await enroll('12 monkeys')).body.message).toBe('Invalid phone number format (E.164 required)')
  })
})
