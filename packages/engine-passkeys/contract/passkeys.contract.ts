import { admin, browser, call, claimsOf, signedInPerson, signIn } from 'engine/testing/contract'
import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { Authenticator } from './authenticator.ts'
import { failed, keyholder, signInBy, startRegistration, startSignIn, verifyRegistration } from './passkey-people.ts'

describe('a passkey', () => {
  it('is made for the person who asks, by a device that can find it again', async () => {
    const ana = await signedInPerson('ana')
    const { status, body } = await startRegistration(ana)
    expect(status).toBe(200)
    expect(body.options).toMatchObject({
      rp: { id: 'keys.test', name: 'Acme' },
      user: { id: Buffer.from(ana.user.id).toString('base64url'), name: ana.email, displayName: 'ana' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      excludeCredentials: [],
    })
    expect(body.expires_at).toBeGreaterThan(Date.now() / 1000)
    const device = new Authenticator()
    const passkey = await verifyRegistration(ana, body.challenge_id, device.create(body.options))
    expect(passkey).toMatchObject({ status: 200, body: { id: expect.any(String), friendly_name: 'Passkey' } })
    const { options } = (await startRegistration(ana)).body
    expect(options.excludeCredentials).toMatchObject([{ id: device.keys[0]?.id }])
  })

  it('signs its owner in, without a name being asked for', async () => {
    const { device, user } = await keyholder('ana')
    const { options } = await startSignIn()
    expect(options).toMatchObject({ rpId: 'keys.test', userVerification: 'preferred' })
    expect(options.allowCredentials ?? []).toEqual([])
    const { status, body } = await signInBy(device)
    expect({ status, id: body.user.id }).toEqual({ status: 200, id: user.id })
    expect(claimsOf(body)).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] })
    expect((await signInBy(device)).status).toBe(200)
  })

  it('is offered where the site says so', async () => {
    expect((await call('GET', '/settings')).body.passkeys_enabled).toBe(true)
  })

  it('of a banned person signs nobody in', async () => {
    const { device, user } = await keyholder('ben')
    await admin.auth.admin.updateUserById(user.id, { ban_duration: '1h' })
    expect(await signInBy(device)).toMatchObject({ status: 403, body: { code: 'user_banned' } })
  })

  it('that was taken away signs nobody in', async () => {
    const { device, client, passkey } = await keyholder('cleo')
    expect((await client.auth.passkey.delete({ passkeyId: passkey.id })).error).toBeNull()
    expect(await signInBy(device)).toMatchObject(failed)
  })

  it('of somebody who was deleted signs nobody in, though their row remains', async () => {
    const { device, user } = await keyholder('dora')
    await admin.auth.admin.deleteUser(user.id, true)
    expect(await signInBy(device)).toMatchObject(failed)
  })
})

describe('one’s passkeys', () => {
  it('are ten at most, however fast one asks', async () => {
    const ana = await signedInPerson('ana')
    const started = await Promise.all(Array.from({ length: 12 }, () => startRegistration(ana)))
    const answers = await Promise.all(
      started.map(({ body }) => verifyRegistration(ana, body.challenge_id, new Authenticator().create(body.options))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 10 }, () => 200), 422, 422])
    expect(await startRegistration(ana)).toMatchObject({ status: 422, body: { code: 'too_many_passkeys' } })
  })

  it('show when they were used, and nothing of their keys', async () => {
    const { client, device, passkey } = await keyholder('ana')
    await signInBy(device)
    const { data } = await client.auth.passkey.list()
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(data).toEqual([{ id: passkey.id, friendly_name: 'Passkey', created_at: time, last_used_at: time }])
  })

  it('have names of 1 to 120 characters', async () => {
    const { client, passkey } = await keyholder('ana')
    const rename = (friendlyName: string) => client.auth.passkey.update({ passkeyId: passkey.id, friendlyName })
    expect((await rename('')).error).toMatchObject({ message: 'friendly_name is required' })
    expect((await rename('x'.repeat(121))).error).toMatchObject({ code: 'validation_failed' })
    expect((await rename('Ana’s phone')).data).toMatchObject({ friendly_name: 'Ana’s phone' })
  })

  it('are nobody else’s to rename or take away', async () => {
    const [ana, ben] = [await keyholder('ana'), await keyholder('ben')]
    const passkeyId = ana.passkey.id
    const unknown = { status: 404, message: 'Passkey not found' }
    expect((await ben.client.auth.passkey.update({ passkeyId, friendlyName: 'mine' })).error).toMatchObject(unknown)
    expect((await ben.client.auth.passkey.delete({ passkeyId })).error).toMatchObject(unknown)
    const options = { userId: ben.user.id, passkeyId }
    expect((await admin.auth.admin.passkey.deletePasskey(options)).error).toMatchObject(unknown)
    expect((await ana.client.auth.passkey.list()).data).toMatchObject([{ id: passkeyId, friendly_name: 'Passkey' }])
  })

  it('are an administrator’s to see, and nobody else’s', async () => {
    const { user, session } = await keyholder('ana')
    const seen = await call('GET', `/admin/users/${user.id}/passkeys`, { token: session.access_token })
    expect(seen).toMatchObject({ status: 403, body: { code: 'not_admin' } })
  })

  it('need the second factor of those who have one, to add and to take away', async () => {
    const { client, email, passkey } = await keyholder('ana')
    const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
    if (factor?.type !== 'totp') throw new Error('There is no authenticator app.')
    const code = new TOTP({ secret: factor.totp.secret }).generate()
    expect((await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull()
    const half = await signIn(email)
    const refused = { status: 403, code: 'insufficient_aal' }
    expect((await half.client.auth.passkey.startRegistration()).error).toMatchObject(refused)
    expect((await half.client.auth.passkey.delete({ passkeyId: passkey.id })).error).toMatchObject(refused)
    expect((await client.auth.passkey.startRegistration()).error).toBeNull()
    expect((await client.auth.passkey.delete({ passkeyId: passkey.id })).error).toBeNull()
  })

  it('are not for people without a name', async () => {
    const client = browser()
    await client.auth.signInAnonymously()
    expect((await client.auth.passkey.startRegistration()).error).toMatchObject({
      status: 403,
      code: 'no_authorization',
    })
  })
})
