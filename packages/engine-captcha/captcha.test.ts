import { generateKeyPairSync } from 'node:crypto'
import { ConfigError } from 'engine/feature'
import { createTestBed } from 'engine/testing/features'
import { afterEach, expect, it, vi } from 'vitest'

const password = 'harbor bakery'
const bed = await createTestBed()
afterEach(() => vi.unstubAllGlobals())

const toml = '[auth.captcha]\nenabled = true\nprovider = "turnstile"\nsecret = "between the two of us"'

/** A captcha provider that accepts the token `human`. */
function provider() {
  const asked = vi.fn(async (_url: string, { body }: { body: URLSearchParams }) =>
    Response.json(
      body.get('response') === 'human'
        ? { success: true }
        : { success: false, 'error-codes': ['invalid-input-response'] },
    ),
  )
  vi.stubGlobal('fetch', asked)
  return asked
}

const refused = (reason: string) => ({
  status: 400,
  body: { code: 'captcha_failed', message: `captcha protection: request disallowed (${reason})` },
})

it('keeps machines from whatever begins a sign-in', async () => {
  provider()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  const more = `[auth.saml]\nenabled = true\nprivate_key = "${key}"\n[auth.passkey]\nenabled = true`
  const service = await bed.service({ toml: `${toml}\n${more}` })
  for (const path of [
    '/signup',
    '/recover',
    '/resend',
    '/otp',
    '/sso',
    '/token?grant_type=password',
    '/passkeys/authentication/options',
  ]) {
    const machine = (captcha_token?: string) =>
      service.call('POST', path, {
        body: { email: 'ana@north.test', password, gotrue_meta_security: { captcha_token } },
      })
    expect(await machine(), path).toMatchObject(refused('no captcha_token found'))
    expect(await machine('machine'), path).toMatchObject(refused('invalid-input-response'))
    expect((await machine('human')).body.code, path).not.toBe('captcha_failed')
  }
})

it('asks the provider of the project with its secret, and from where the person comes', async () => {
  const asked = provider()
  const service = await bed.service({ toml })
  const body = { email: 'ben@north.test', password, gotrue_meta_security: { captcha_token: 'human' } }
  expect((await service.call('POST', '/signup', { body })).status).toBe(200)
  const [url, options] = asked.mock.calls[0] ?? []
  expect(url).toBe('https://challenges.cloudflare.com/turnstile/v0/siteverify')
  expect(Object.fromEntries(options?.body ?? [])).toEqual({
    secret: 'between the two of us',
    response: 'human',
    remoteip: '192.0.2.1',
  })
})

it('does not stand in the way of what goes on, nor of the project’s own servers', async () => {
  const asked = provider()
  const service = await bed.service({ toml })
  const refresh = await service.refresh('abcdefghijkl')
  expect(refresh.body.code).toBe('refresh_token_not_found')
  const token = bed.tokens.serviceRoleKey
  expect((await service.call('POST', '/recover', { token, body: { email: 'nobody@north.test' } })).status).toBe(200)
  expect((await service.call('GET', '/health')).status).toBe(200)
  expect(asked).not.toHaveBeenCalled()
})

it('lets nobody in while the provider does not answer', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new Error('no route')))
  const service = await bed.service({ toml })
  const body = { email: 'cleo@north.test', gotrue_meta_security: { captcha_token: 'human' } }
  expect(await service.call('POST', '/otp', { body })).toMatchObject({
    status: 500,
    body: { message: 'captcha verification process failed' },
  })
})

it.each([
  ['provider', '[auth.captcha]\nenabled = true\nprovider = "recaptcha"\nsecret = "x"'],
  ['secret', '[auth.captcha]\nenabled = true\nprovider = "hcaptcha"'],
])('stops the start where its %s cannot be used: nobody should believe they are safe', async (name, wrong) => {
  await expect(bed.service({ toml: wrong })).rejects.toThrow(ConfigError)
  await expect(bed.service({ toml: wrong })).rejects.toThrow(`auth.captcha.${name}`)
})
