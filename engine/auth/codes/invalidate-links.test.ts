import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { createTestBed, linkOf } from '../testing/test-bed.ts'

const bed = await createTestBed()
const toml = `
[auth.email]
secure_password_change = true`
const service = await bed.service({ toml })
const { call, mails } = service
const key = bed.tokens.serviceRoleKey
let people = 0

const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const pkce = { code_challenge: challenge, code_challenge_method: 's256' }

/** Where a link leads and what it returns: tokens, a code or an error. */
async function open(path: string) {
  const { query, fragment } = partsOf(String((await call('GET', path)).headers.location))
  return { ...query, ...fragment }
}
function partsOf(address: string) {
  const { searchParams, hash } = new URL(address)
  return { query: Object.fromEntries(searchParams), fragment: Object.fromEntries(new URLSearchParams(hash.slice(1))) }
}

type Answer = { status: number; body: { code?: string; error?: string } }
type Openings = Record<string, () => Promise<unknown>>

/** A user with every kind of link and code on the way, and what each of them would open. */
async function somebodyWaited() {
  const email = `ana-${people++}@north.test`
  await service.confirmed(email)
  const { user, access_token: token } = (await service.signIn(email)).body
  const post = (path: string, body: object) => call('POST', path, { token, body })

  await call('POST', '/otp', { body: { email, ...pkce } })
  const { code: halfway } = await open(linkOf(mails.at(-1)))
  await call('PUT', '/user', { token, body: { email: `new-${email}` } })
  const [toOld, toNew] = mails.slice(-2).map(linkOf)
  await call('GET', '/reauthenticate', { token })
  const nonce = /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0]
  await call('POST', '/recover', { body: { email } })
  const recovery = mails.at(-1)
  const code = /\b\d{6}\b/.exec(recovery?.text ?? '')?.[0] ?? ''
  const signIns: Openings = {
    'the link': async () => (await open(linkOf(recovery))).error_code,
    'its code': async () => codeOf(await call('POST', '/verify', { body: { type: 'recovery', email, token: code } })),
    'a code of PKCE': async () =>
      codeOf(await post('/token?grant_type=pkce', { auth_code: halfway, code_verifier: verifier })),
  }
  const changes: Openings = {
    'the link to the new address': async () => (await open(toNew ?? '')).error_code,
    'the link to the old address': async () => (await open(toOld ?? '')).error_code,
  }
  return { email, id: user.id, token, nonce, signIns, changes }
}

const codeOf = ({ body }: Answer) => body.code ?? body.error ?? 'it opened'

async function expectVoid(...openings: Openings[]) {
  for (const [what, opening] of openings.flatMap((each) => Object.entries(each))) {
    expect([what, await opening()]).toEqual([
      what,
      expect.stringMatching(/^(otp_expired|flow_state_not_found|invalid_grant)$/),
    ])
  }
}

const change = (id: string, body: object) => call('PUT', `/admin/users/${id}`, { token: key, body })

it('opens its door, were nothing to happen meanwhile', async () => {
  const { signIns } = await somebodyWaited()
  for (const what of ['a code of PKCE', 'the link']) {
    const opened = await signIns[what]?.()
    expect([what, opened === undefined || opened === 'it opened']).toEqual([what, true])
  }
})

it.each([
  ['a password from an administrator', { password: 'another harbor' }],
  ['an address from an administrator', { email: 'moved@north.test' }],
  ['a number from an administrator', { phone: '+4915100000081' }],
  ['a ban', { ban_duration: '24h' }],
])('is void after %s, whatever it was', async (_, fields) => {
  const { id, signIns, changes } = await somebodyWaited()
  expect((await change(id, fields)).status).toBe(200)
  if ('ban_duration' in fields) await change(id, { ban_duration: 'none' })
  await expectVoid(signIns, changes)
  const waiting = await bed.sql('select from auth.flow_state where user_id = $1', [id])
  expect(waiting).toEqual([])
})

it('is void after a password of the person’s own', async () => {
  const { token, signIns, changes } = await somebodyWaited()
  expect((await call('PUT', '/user', { token, body: { password: 'another harbor' } })).status).toBe(200)
  await expectVoid(signIns, changes)
})

it('is void after signing out everywhere, but for a change of address', async () => {
  for (const scope of ['global', 'others']) {
    const { token, signIns, changes } = await somebodyWaited()
    expect((await call('POST', `/logout?scope=${scope}`, { token })).status).toBe(204)
    await expectVoid(signIns)
    for (const opening of Object.values(changes)) expect(await opening()).toBeUndefined()
  }
})

it('is void once the account is deleted, for good or not', async () => {
  for (const should_soft_delete of [true, false]) {
    const { id, signIns, changes } = await somebodyWaited()
    await call('DELETE', `/admin/users/${id}`, { token: key, body: { should_soft_delete } })
    await expectVoid(signIns, changes)
  }
})

it('is void after the change of address that one of them confirmed', async () => {
  const { signIns, changes } = await somebodyWaited()
  for (const opening of Object.values(changes)) expect(await opening()).toBeUndefined()
  await expectVoid(signIns)
})

it('is void for a code of /reauthenticate too', async () => {
  const { id, email, nonce } = await somebodyWaited()
  await change(id, { password: 'another harbor' })
  const { access_token: token, user } = (await service.signIn(email, 'another harbor')).body
  await bed.sql(`update auth.sessions set created_at = created_at - interval '2 days' where user_id = $1`, [user.id])
  const answer = await call('PUT', '/user', { token, body: { password: 'a third harbor', nonce } })
  expect(answer).toMatchObject({ status: 422, body: { code: 'reauthentication_not_valid' } })
})

it('is void for a way through a provider that would link another identity', async () => {
  const { id, token } = await somebodyWaited()
  await bed.sql(
    `insert into auth.flow_state (id, provider_type, authentication_method, linking_target_id, created_at)
     values (gen_random_uuid(), 'keycloak', 'oauth', $1, now())`,
    [id],
  )
  await call('POST', '/logout', { token })
  expect(await bed.sql('select from auth.flow_state where linking_target_id = $1', [id])).toEqual([])
})

it('ends the sessions of whoever is banned at once, also where SQL says so', async () => {
  const { id, email, token } = await somebodyWaited()
  await bed.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [id])
  expect(await call('GET', '/user', { token })).toMatchObject({ status: 403, body: { code: 'user_banned' } })
  await bed.sql('update auth.users set banned_until = null where id = $1', [id])
  expect(await call('GET', '/user', { token })).toMatchObject({ status: 403, body: { code: 'session_not_found' } })
  expect((await service.signIn(email)).status).toBe(200)
})
