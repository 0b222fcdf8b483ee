import { answered as data, signedInPerson, signIn } from 'engine/testing/contract'
import { describe, expect, it } from 'vitest'
import { Authenticator, onPageWith } from '../authenticator.ts'

describe('keys as second factors', () => {
  it('auth.mfa.webauthn.register, auth.mfa.webauthn.authenticate', async () => {
    const { client, email } = await signedInPerson('ana')
    const [device, webauthn] = [new Authenticator(), { rpId: 'keys.test', rpOrigins: ['https://keys.test'] }]
    data(await onPageWith(device, () => client.auth.mfa.webauthn.register({ friendlyName: 'Key', webauthn })))
    const again = await signIn(email)
    const [{ id: factorId = '' } = {}] = data(await again.client.auth.mfa.listFactors()).webauthn
    const { user } = data(
      await onPageWith(device, () => again.client.auth.mfa.webauthn.authenticate({ factorId, webauthn })),
    )
    expect(user.factors).toMatchObject([{ factor_type: 'webauthn', friendly_name: 'Key', status: 'verified' }])
    expect(data(await again.client.auth.mfa.getAuthenticatorAssuranceLevel()).currentLevel).toBe('aal2')
  })

  it('auth.mfa.webauthn.enroll, auth.mfa.webauthn.challenge, auth.mfa.webauthn.verify', async () => {
    const { client } = await signedInPerson('ana')
    const { mfa } = client.auth
    const { id: factorId } = data(await mfa.webauthn.enroll({ friendlyName: 'Key' }))
    const site = { rpId: 'keys.test', rpOrigins: ['https://keys.test'] }
    const asked = { factorId, webauthn: site }
    const proof = data(await onPageWith(new Authenticator(), () => mfa.webauthn.challenge(asked)))
    data(await mfa.webauthn.verify({ ...proof, webauthn: { ...proof.webauthn, ...site } }))
    expect(data(await mfa.getAuthenticatorAssuranceLevel()).currentLevel).toBe('aal2')
  })
})
