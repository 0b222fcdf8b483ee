import { randomUUID } from 'node:crypto'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { signedInPerson } from 'engine/testing/contract'
import { describe, expect, it } from 'vitest'
import { Authenticator } from './authenticator.ts'
import {
  failed,
  keyholder,
  register,
  signInBy,
  startRegistration,
  startSignIn,
  verifyRegistration,
  verifySignIn,
} from './passkey-people.ts'

const challengeGone = { status: 400, body: { code: 'webauthn_challenge_not_found' } }

describe('a challenge', () => {
  it('is answered once', async () => {
    const { device } = await keyholder('ana')
    const { challenge_id, options } = await startSignIn()
    const answer = device.get(options)
    expect((await verifySignIn(challenge_id, answer)).status).toBe(200)
    expect(await verifySignIn(challenge_id, answer)).toMatchObject(challengeGone)
  })

  it('is used up by a wrong answer too', async () => {
    const { device } = await keyholder('ana')
    const { challenge_id, options } = await startSignIn()
    const answer = device.get(options)
    expect(await verifySignIn(challenge_id, { ...answer, id: 'other' })).toMatchObject(failed)
    expect(await verifySignIn(challenge_id, answer)).toMatchObject(challengeGone)
  })

  it('is not worth another one', async () => {
    const { device } = await keyholder('ana')
    const [{ options }, other] = [await startSignIn(), await startSignIn()]
    expect(await verifySignIn(other.challenge_id, device.get(options))).toMatchObject(failed)
  })

  it('for a new passkey is the person’s own, and for nothing else', async () => {
    const [ana, ben] = [await signedInPerson('ana'), await keyholder('ben')]
    const { body } = await startRegistration(ana)
    const answer = new Authenticator().create(body.options)
    expect(await verifyRegistration(ben, body.challenge_id, answer)).toMatchObject(challengeGone)
    expect(await verifySignIn(body.challenge_id, ben.device.get(body.options))).toMatchObject(challengeGone)
    const { challenge_id, options } = await startSignIn()
    const made = new Authenticator().create({ ...options, user: { id: 'ana' } })
    expect(await verifyRegistration(ana, challenge_id, made)).toMatchObject(challengeGone)
  })

  it.each([
    ['no challenge', '', {}, 'challenge_id is required'],
    ['no challenge of ours', 'first', {}, 'challenge_id must be a valid UUID'],
    ['no answer', randomUUID(), undefined, 'credential is required'],
  ])('is asked for: %s', async (_what, id, credential, message) => {
    const { status, body } = await verifySignIn(id, credential)
    expect({ status, body }).toEqual({ status: 400, body: { code: 'validation_failed', message } })
  })

  it('wants an answer of the right form', async () => {
    const { challenge_id } = await startSignIn()
    expect(await verifySignIn(challenge_id, { id: 'key' })).toMatchObject({
      status: 400,
      body: { code: 'webauthn_verification_failed', message: 'Invalid credential response' },
    })
  })
})

describe('an answer is refused', () => {
  it('from another page, or for another site', async () => {
    const { device } = await keyholder('ana')
    device.origin = 'https://keys.test.elsewhere.test'
    expect(await signInBy(device)).toMatchObject(failed)
    device.origin = 'https://keys.test'
    device.rpId = 'elsewhere.test'
    expect(await signInBy(device)).toMatchObject(failed)
    device.rpId = 'keys.test'
    expect((await signInBy(device)).status).toBe(200)
  })

  it('when a new passkey comes from another page, or is for another site', async () => {
    const ana = await signedInPerson('ana')
    const [page, site] = [new Authenticator(), new Authenticator()]
    page.origin = 'http://keys.test'
    site.rpId = 'elsewhere.test'
    expect(await register(ana, page)).toMatchObject(failed)
    expect(await register(ana, site)).toMatchObject(failed)
    expect((await ana.client.auth.passkey.list()).data).toEqual([])
  })

  it('with the signature of another key', async () => {
    const [ana, ben] = [await keyholder('ana'), await keyholder('ben')]
    const { challenge_id, options } = await startSignIn()
    const [answer, other] = [ana.device.get(options), ben.device.get(options)]
    const response = { ...answer.response, signature: other.response.signature }
    expect(await verifySignIn(challenge_id, { ...answer, response })).toMatchObject(failed)
  })

  it('in the name of somebody else, or of nobody', async () => {
    const [ana, ben] = [await keyholder('ana'), await keyholder('ben')]
    const userHandle = Buffer.from(ben.user.id).toString('base64url')
    const inNameOfBen = (answer: AuthenticationResponseJSON) => ({
      ...answer,
      response: { ...answer.response, userHandle },
    })
    expect(await signInBy(ana.device, inNameOfBen)).toMatchObject(failed)
    const nameless = (answer: AuthenticationResponseJSON) => ({
      ...answer,
      response: { ...answer.response, userHandle: '' },
    })
    expect(await signInBy(ana.device, nameless)).toMatchObject(failed)
  })

  it('by a copy of a key, which counts its uses for itself', async () => {
    const { device } = await keyholder('ana')
    expect((await signInBy(device)).status).toBe(200)
    for (const key of device.keys) key.uses = 0
    expect(await signInBy(device)).toMatchObject(failed)
  })

  it('by a key that is somebody’s already', async () => {
    const [ana, ben] = [await keyholder('ana'), await signedInPerson('ben')]
    const { body } = await startRegistration(ben)
    const again = ana.device.create(body.options, ana.device.keys[0]?.id)
    expect(await verifyRegistration(ben, body.challenge_id, again)).toMatchObject({
      status: 422,
      body: { code: 'webauthn_credential_exists', message: 'This credential is already registered' },
    })
  })
})
