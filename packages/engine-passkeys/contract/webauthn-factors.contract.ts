import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { call, claimsOf, signedInPerson, signIn } from 'engine/testing/contract'
import { describe, expect, it } from 'vitest'
import { Authenticator } from './authenticator.ts'

const refused = {
  status: 422,
  body: { code: 'mfa_verification_failed', message: 'Failed to validate WebAuthn MFA response' },
}

/** The API calls about one factor, in the session of the token. */
function factorOf(id: string, token: string) {
  const at = (path: string, body: object = {}) => call('POST', `/factors/${id}/${path}`, { token, body })
  return {
    id,
    token,
    challenge: () => at('challenge'),
    verify: (challenge_id: string, webauthn?: object) => at('verify', { challenge_id, ...(webauthn && { webauthn }) }),
  }
}

type Factor = ReturnType<typeof factorOf>

async function enroll({ access_token: token }: { access_token: string }, friendly_name = 'Key') {
  const { status, body } = await call('POST', '/factors', { token, body: { factor_type: 'webauthn', friendly_name } })
  expect({ status, body }).toEqual({ status: 200, body: { id: expect.any(String), type: 'webauthn', friendly_name } })
  return factorOf(body.id, token)
}

async function bringKey(factor: Factor, device: Authenticator) {
  const { body } = await factor.challenge()
  const credential_response = device.create(body.webauthn.credential_options.publicKey)
  return factor.verify(body.id, { type: 'create', credential_response })
}

async function useKey(factor: Factor, device: Authenticator, change = (answer: AuthenticationResponseJSON) => answer) {
  const { body } = await factor.challenge()
  const credential_response = change(device.get(body.webauthn.credential_options.publicKey))
  return factor.verify(body.id, { type: 'request', credential_response })
}

/** A person who has just signed in again and whose second factor is a security key. */
async function twoStepPerson(name: string) {
  const person = await signedInPerson(name)
  const device = new Authenticator()
  const first = await enroll(person.session)
  expect((await bringKey(first, device)).status).toBe(200)
  const { session } = await signIn(person.email)
  return { ...person, device, factor: factorOf(first.id, session.access_token) }
}

describe('a key as a second factor', () => {
  it('is made for the person, and counts from then on', async () => {
    const { session, email, user } = await signedInPerson('ana')
    const factor = await enroll(session)
    const { status, body } = await factor.challenge()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      type: 'webauthn',
      webauthn: {
        type: 'create',
        credential_options: {
          publicKey: {
            rp: { id: 'keys.test', name: 'Acme' },
            user: { id: Buffer.from(user.id).toString('base64url'), name: email },
          },
        },
      },
    })
    const credential_response = new Authenticator().create(body.webauthn.credential_options.publicKey)
    const verified = await factor.verify(body.id, { type: 'create', credential_response })
    expect(verified.status).toBe(200)
    expect(claimsOf(verified.body)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    })
    expect(verified.body.user.factors).toMatchObject([{ id: factor.id, factor_type: 'webauthn', status: 'verified' }])
    expect(JSON.stringify(verified.body)).not.toContain(credential_response.id)
  })

  it('is asked for by name after the next sign-in', async () => {
    const { factor, device } = await twoStepPerson('ana')
    const { body } = await factor.challenge()
    expect(body.webauthn).toMatchObject({
      type: 'request',
      credential_options: { publicKey: { rpId: 'keys.test', allowCredentials: [{ id: device.keys[0]?.id }] } },
    })
    const { status, body: session } = await useKey(factor, device)
    expect(status).toBe(200)
    expect(claimsOf(session)).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/webauthn' }, { method: 'password' }] })
  })

  it('is no way in by itself', async () => {
    const { device } = await twoStepPerson('ana')
    const { body } = await call('POST', '/passkeys/authentication/options', { body: {} })
    const answer = { challenge_id: body.challenge_id, credential: device.get(body.options) }
    expect(await call('POST', '/passkeys/authentication/verify', { body: answer })).toMatchObject({
      status: 400,
      body: { code: 'webauthn_verification_failed' },
    })
  })

  it('taken away leaves the session with what the password alone is worth', async () => {
    const { client, session } = await signedInPerson('ana')
    const factor = await enroll(session)
    const { body } = await bringKey(factor, new Authenticator())
    await client.auth.setSession(body)
    expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull()
    const { data } = await client.auth.refreshSession()
    expect(claimsOf(data.session ?? { access_token: '' })).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  })
})

describe('the answer of a key is refused', () => {
  it('the second time', async () => {
    const { factor, device } = await twoStepPerson('ana')
    const { body } = await factor.challenge()
    const credential_response = device.get(body.webauthn.credential_options.publicKey)
    const answer = { type: 'request', credential_response }
    expect((await factor.verify(body.id, answer)).status).toBe(200)
    expect(await factor.verify(body.id, answer)).toMatchObject({ status: 422, body: { code: 'mfa_factor_not_found' } })
  })

  it('to another challenge, from another page, for another site', async () => {
    const { factor, device } = await twoStepPerson('ana')
    const [{ body: one }, { body: other }] = [await factor.challenge(), await factor.challenge()]
    const credential_response = device.get(one.webauthn.credential_options.publicKey)
    expect(await factor.verify(other.id, { type: 'request', credential_response })).toMatchObject(refused)
    device.origin = 'https://elsewhere.test'
    expect(await useKey(factor, device)).toMatchObject(refused)
    device.origin = 'https://keys.test'
    device.rpId = 'elsewhere.test'
    expect(await useKey(factor, device)).toMatchObject(refused)
    device.rpId = 'keys.test'
    expect((await useKey(factor, device)).status).toBe(200)
  })

  it('of somebody else’s device, whatever it calls its key', async () => {
    const [ana, ben] = [await twoStepPerson('ana'), await twoStepPerson('ben')]
    const { body } = await ana.factor.challenge()
    const { challenge } = body.webauthn.credential_options.publicKey
    const theirs = ben.device.get({ challenge })
    const [id = ''] = ana.device.keys.map((key) => key.id)
    for (const credential_response of [theirs, { ...theirs, id, rawId: id }]) {
      expect(await ana.factor.verify(body.id, { type: 'request', credential_response })).toMatchObject(refused)
    }
  })

  it('by a copy of the key, which counts its uses for itself', async () => {
    const { factor, device } = await twoStepPerson('ana')
    expect((await useKey(factor, device)).status).toBe(200)
    for (const key of device.keys) key.uses = 0
    expect(await useKey(factor, device)).toMatchObject(refused)
  })

  it('where it brings a new key in the place of the one that is known', async () => {
    const { session } = await signedInPerson('ana')
    const factor = await enroll(session)
    const { body: early } = await factor.challenge()
    const { body } = await bringKey(factor, new Authenticator())
    const later = factorOf(factor.id, body.access_token)
    const credential_response = new Authenticator().create(early.webauthn.credential_options.publicKey)
    expect(await later.verify(early.id, { type: 'create', credential_response })).toMatchObject(refused)
  })

  it('for a factor of somebody else', async () => {
    const [ana, ben] = [await twoStepPerson('ana'), await signedInPerson('ben')]
    const theirs = factorOf(ana.factor.id, ben.session.access_token)
    expect(await theirs.challenge()).toMatchObject({ status: 404, body: { code: 'mfa_factor_not_found' } })
    const { body } = await ana.factor.challenge()
    const credential_response = ana.device.get(body.webauthn.credential_options.publicKey)
    expect(await theirs.verify(body.id, { type: 'request', credential_response })).toMatchObject({ status: 404 })
  })

  it.each([
    ['WebAuthn config required', undefined],
    ['WebAuthn type must be create or request', { type: 'steal', credential_response: {} }],
    ['credential_response required', { type: 'request' }],
    ['Invalid credential_response', { type: 'request', credential_response: { id: 'key' } }],
  ])('without saying what it is: %s', async (message, webauthn) => {
    const { factor } = await twoStepPerson('ana')
    const { body } = await factor.challenge()
    const answer = await factor.verify(body.id, webauthn)
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', message } })
  })
})
