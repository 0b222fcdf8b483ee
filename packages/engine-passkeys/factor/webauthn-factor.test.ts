import { createTestBed } from 'engine/testing/features'
import { expect, it } from 'vitest'

const bed = await createTestBed()

it('keys are no second factor unless the project says so, and only while it does', async () => {
  const [off, on] = [
    await bed.service(),
    await bed.service({ toml: '[auth.mfa.web_authn]\nenroll_enabled = true\nverify_enabled = true' }),
  ]
  await off.confirmed('ana@north.test')
  const { access_token: token } = (await off.signIn('ana@north.test')).body
  const enroll = { token, body: { factor_type: 'webauthn', friendly_name: 'Key' } }
  expect(await off.call('POST', '/factors', enroll)).toMatchObject({
    status: 422,
    body: { code: 'mfa_webauthn_enroll_not_enabled', message: 'MFA enroll is disabled for WebAuthn' },
  })
  const { id } = (await on.call('POST', '/factors', enroll)).body
  const { body: challenge } = await on.call('POST', `/factors/${id}/challenge`, { token, body: {} })
  // Without settings of its own, the project's site is the relying party of the key.
  expect(challenge.webauthn.credential_options.publicKey.rp.id).toBe('localhost')
  const disabled = { status: 422, body: { code: 'mfa_webauthn_verify_not_enabled' } }
  expect(await off.call('POST', `/factors/${id}/challenge`, { token, body: {} })).toMatchObject(disabled)
  const verify = { token, body: { challenge_id: challenge.id, webauthn: { type: 'create' } } }
  expect(await off.call('POST', `/factors/${id}/verify`, verify)).toMatchObject(disabled)
})
