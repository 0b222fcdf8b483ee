import { expect, it } from 'vitest'
import { withUserCreation } from '../accounts/user-creation.ts'
import { findOrCreateAccount } from '../external/external-account.ts'
import { externalPerson } from '../external/external-person.ts'
import { createTestBed, password } from '../testing/test-bed.ts'

const bed = await createTestBed()
const service = await bed.service({
  toml: '[auth]\nenable_anonymous_sign_ins = true\n[auth.sms]\nenable_signup = true',
})
const { call } = service

const data = { essay: 'x'.repeat(64 * 1024) }
const refused = { status: 422, body: { code: 'validation_failed', message: 'Metadata cannot be larger than 64 KB' } }
const peopleAt = (domain: string) => bed.sql('select from auth.users where email like $1', [`%@${domain}`])

it.each([
  ['at sign-up', '/signup', { email: 'ana@long.test', password, data }],
  ['at a sign-up by text message', '/signup', { phone: '+4915100000091', password, data }],
  ['at an anonymous sign-up', '/signup', { data }],
  ['at a sign-up by mail link', '/otp', { email: 'ana@long.test', data }],
])('is bounded %s, and nobody is created', async (_, path, body) => {
  expect(await call('POST', path, { body })).toMatchObject(refused)
  expect(await peopleAt('long.test')).toEqual([])
})

it('is bounded in small portions too, and from administrators', async () => {
  await service.confirmed('ben@small.test')
  const { access_token: token, user } = (await service.signIn('ben@small.test')).body
  const half = (name: string) => ({ data: { [name]: 'x'.repeat(40_000) } })
  expect((await call('PUT', '/user', { token, body: half('one') })).status).toBe(200)
  expect(await call('PUT', '/user', { token, body: half('two') })).toMatchObject(refused)
  const key = bed.tokens.serviceRoleKey
  const change = (body: object) => call('PUT', `/admin/users/${user.id}`, { token: key, body })
  for (const body of [{ user_metadata: data }, { app_metadata: data }])
    expect(await change(body)).toMatchObject(refused)
  expect(
    await call('POST', '/admin/users', { token: key, body: { email: 'c@long.test', user_metadata: data } }),
  ).toMatchObject(refused)
  expect(await call('POST', '/invite', { token: key, body: { email: 'c@long.test', data } })).toMatchObject(refused)
})

it('is bounded from a provider', async () => {
  const emails = [{ address: 'cleo@long.test', verified: true, primary: true }]
  const person = externalPerson({ issuer: 'https://provider.test', subject: 'cleo', emails, profile: data })
  const visitor = { ip: null, userAgent: '' }
  const arrival = { provider: 'okta', person, emailOptional: false, redirectTo: '', visitor }
  const { scope } = service
  await expect(withUserCreation(scope, visitor, (tx) => findOrCreateAccount(scope, tx, arrival))).rejects.toMatchObject(
    {
      status: 422,
    },
  )
  expect(await peopleAt('long.test')).toEqual([])
})

it('that is long already keeps nobody from being banned', async () => {
  await service.confirmed('dora@old.test')
  const [{ id } = { id: '' }] = await bed.sql<{ id: string }>(
    `update auth.users set raw_user_meta_data = jsonb_build_object('essay', repeat('x', 70000))
      where email = 'dora@old.test' returning id`,
  )
  const ban = { token: bed.tokens.serviceRoleKey, body: { ban_duration: '24h' } }
  expect((await call('PUT', `/admin/users/${id}`, ban)).status).toBe(200)
})
