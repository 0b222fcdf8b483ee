import { randomUUID } from 'node:crypto'
import { createTestBed } from 'engine/testing/features'
import { expect, it } from 'vitest'

const bed = await createTestBed()

const toml = '[auth.passkey]\nenabled = true'

it('there are no passkeys unless the project says so', async () => {
  const { call } = await bed.service()
  const disabled = { status: 404, body: { code: 'passkey_disabled', message: 'Passkeys are disabled' } }
  expect(await call('POST', '/passkeys/authentication/options', { body: {} })).toMatchObject(disabled)
  expect(await call('GET', '/passkeys')).toMatchObject(disabled)
  expect((await call('GET', '/settings')).body.passkeys_enabled).toBe(false)
})

it('passkeys belong to the site where the project names no other domain', async () => {
  const { call } = await bed.service({ toml })
  const { body } = await call('POST', '/passkeys/authentication/options', { body: {} })
  expect(body.options.rpId).toBe('localhost')
})

it('a challenge ends after five minutes', async () => {
  const { call } = await bed.service({ toml })
  const { body } = await call('POST', '/passkeys/authentication/options', { body: {} })
  const left = body.expires_at - Date.now() / 1000
  expect(left).toBeGreaterThan(200)
  expect(left).toBeLessThanOrEqual(300)
  await bed.sql(`update auth.webauthn_challenges set expires_at = now() - interval '1 second' where id = $1`, [
    body.challenge_id,
  ])
  const answer = { body: { challenge_id: body.challenge_id, credential: { id: randomUUID() } } }
  expect(await call('POST', '/passkeys/authentication/verify', answer)).toMatchObject({
    status: 400,
    body: { code: 'webauthn_challenge_expired', message: 'Challenge has expired' },
  })
})

it('one network address may ask for so many challenges in five minutes', async () => {
  const { call } = await bed.service({ toml: `${toml}\n[auth.rate_limit]\ntoken_verifications = 1`, rateLimits: true })
  expect((await call('POST', '/passkeys/authentication/options', { body: {} })).status).toBe(200)
  expect((await call('POST', '/passkeys/authentication/options', { body: {} })).status).toBe(429)
})
