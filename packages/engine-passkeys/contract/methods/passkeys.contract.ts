import { admin, browser, answered as data, signedInPerson } from 'engine/testing/contract'
import { describe, expect, it } from 'vitest'
import { Authenticator, onPageWith } from '../authenticator.ts'

describe('passkeys', () => {
  it('auth.registerPasskey, auth.signInWithPasskey', async () => {
    const { client, user } = await signedInPerson('ana')
    const [phone, stranger] = [new Authenticator(), browser()]
    data(await onPageWith(phone, () => client.auth.registerPasskey()))
    expect(data(await onPageWith(phone, () => stranger.auth.signInWithPasskey())).user?.id).toBe(user.id)
  })

  it('auth.passkey.startRegistration, auth.passkey.verifyRegistration, auth.passkey.startAuthentication, auth.passkey.verifyAuthentication', async () => {
    const { client, user } = await signedInPerson('ana')
    const phone = new Authenticator()
    const registration = data(await client.auth.passkey.startRegistration())
    const made = { challengeId: registration.challenge_id, credential: phone.create(registration.options) }
    data(await client.auth.passkey.verifyRegistration(made))
    const stranger = browser()
    const authentication = data(await stranger.auth.passkey.startAuthentication())
    const used = { challengeId: authentication.challenge_id, credential: phone.get(authentication.options) }
    expect(data(await stranger.auth.passkey.verifyAuthentication(used)).user?.id).toBe(user.id)
  })

  it('auth.passkey.list, auth.passkey.update, auth.passkey.delete', async () => {
    const { client } = await signedInPerson('ana')
    const { id: passkeyId } = data(await onPageWith(new Authenticator(), () => client.auth.registerPasskey()))
    data(await client.auth.passkey.update({ passkeyId, friendlyName: 'Phone' }))
    expect(data(await client.auth.passkey.list())).toMatchObject([{ id: passkeyId, friendly_name: 'Phone' }])
    data(await client.auth.passkey.delete({ passkeyId }))
    expect(data(await client.auth.passkey.list())).toEqual([])
  })

  it('auth.admin.passkey.listPasskeys, auth.admin.passkey.deletePasskey', async () => {
    const { client, user } = await signedInPerson('ana')
    const { id: passkeyId } = data(await onPageWith(new Authenticator(), () => client.auth.registerPasskey()))
    expect(data(await admin.auth.admin.passkey.listPasskeys({ userId: user.id }))).toMatchObject([{ id: passkeyId }])
    data(await admin.auth.admin.passkey.deletePasskey({ userId: user.id, passkeyId }))
    expect(data(await admin.auth.admin.passkey.listPasskeys({ userId: user.id }))).toEqual([])
  })
})
