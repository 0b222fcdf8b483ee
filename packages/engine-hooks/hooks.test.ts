import { createTestBed } from 'engine/testing/features'
import { TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'

const bed = await createTestBed()

// The test database has one function for all hooks, which records its payload and answers as the test has set.
await bed.script(`do $$ begin
  create table public.heard (at serial, event jsonb);
  create table public.answers (hook text primary key, answer jsonb);
  create function public.hook(event jsonb) returns jsonb language plpgsql as $hook$ begin
    insert into public.heard (event) values (event);
    return coalesce((select answer from public.answers where hook = event -> 'metadata' ->> 'name'), '{}');
  end $hook$;
  grant all on public.heard, public.answers, public.heard_at_seq to supabase_auth_admin;
end $$`)

const serviceWith = (hook: string, toml = '') =>
  bed.service({
    toml: `${toml}\n[auth.hook.${hook}]\nenabled = true\nuri = "pg-functions://postgres/public/hook"`,
  })
type Service = Awaited<ReturnType<typeof serviceWith>>

const answer = (hook: string, answer: object) =>
  bed.sql(`insert into public.answers values ($1, $2) on conflict (hook) do update set answer = excluded.answer`, [
    hook,
    JSON.stringify(answer),
  ])

const event = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  user: z.looseObject({ id: z.string() }).optional(),
  email_data: z.record(z.string(), z.string()).default({}),
})

/** The payloads that the hook has received since the last call. */
async function heard() {
  const rows = await bed.sql<{ event: unknown }>(
    'with gone as (delete from public.heard returning *) select event from gone order by at',
  )
  return rows.map((row) => event.parse(row.event))
}

beforeEach(() => bed.sql('delete from public.heard'))

const refusal = (message: string) => ({ error: { http_code: 403, message } })
const isKnown = async (email: string) => (await bed.sql('select from auth.users where email = $1', [email])).length > 0

describe('the before_user_created hook', async () => {
  const service = await serviceWith('before_user_created', '[auth]\nenable_anonymous_sign_ins = true')

  const ways: [string, (service: Service) => Promise<{ status: number; body: { id?: string } | undefined }>][] = [
    ['a sign-up', (service) => service.signUp('one@newcomers.test', { name: 'One' })],
    ['a sign-in by mail', (service) => service.call('POST', '/otp', { body: { email: 'two@newcomers.test' } })],
    ['a sign-up of nobody', (service) => service.call('POST', '/signup', { body: {} })],
    [
      'an invitation',
      (service) =>
        service.call('POST', '/invite', { token: bed.tokens.serviceRoleKey, body: { email: 'three@newcomers.test' } }),
    ],
    [
      'a link to sign in',
      (service) =>
        service.call('POST', '/admin/generate_link', {
          token: bed.tokens.serviceRoleKey,
          body: { type: 'magiclink', email: 'four@newcomers.test' },
        }),
    ],
  ]

  it.each(ways)('may refuse %s, of which then nothing stays', async (_, attempt) => {
    await answer('before-user-created', refusal('By invitation only.'))
    const before = await bed.sql('select count(*)::int as people from auth.users')
    expect(await attempt(service)).toMatchObject({ status: 403, body: { message: 'By invitation only.' } })
    expect(await bed.sql('select count(*)::int as people from auth.users')).toEqual(before)
    expect(service.mails).toHaveLength(0)
    expect(await heard()).toHaveLength(1)
  })

  it.each(ways)('hears of %s who it will be, and from where', async (_, attempt) => {
    await answer('before-user-created', {})
    expect((await attempt(service)).status).toBe(200)
    const [told] = await heard()
    expect(told?.metadata).toMatchObject({ name: 'before-user-created', ip_address: '192.0.2.1' })
    expect(await bed.sql('select from auth.users where id = $1', [told?.user?.id])).toHaveLength(1)
  })

  it('hears nothing of who is known, nor of whom an administrator makes', async () => {
    await service.signUp('one@newcomers.test')
    const body = { email: 'made@newcomers.test', email_confirm: true }
    await service.call('POST', '/admin/users', { token: bed.tokens.serviceRoleKey, body })
    expect(await heard()).toEqual([])
  })
})

describe('the send_email hook', async () => {
  const service = await serviceWith('send_email')
  const told = async () => (await heard())[0]?.email_data ?? {}

  it('sends what would be a mail: its code and its link are good', async () => {
    const { body: user } = await service.signUp('mailed@north.test')
    const [sent] = await heard()
    expect(sent).toMatchObject({
      metadata: { name: 'send-email' },
      user: { id: user.id, email: 'mailed@north.test' },
      email_data: {
        token: expect.stringMatching(/^\d{6}$/),
        token_hash: expect.stringMatching(/^[\da-f]{56}$/),
        email_action_type: 'signup',
        redirect_to: 'http://localhost:3000',
        site_url: 'http://localhost:3000/auth/v1',
      },
    })
    expect(service.mails).toHaveLength(0)
    const body = { type: 'signup', email: 'mailed@north.test', token: sent?.email_data.token }
    expect((await service.call('POST', '/verify', { body })).status).toBe(200)
    await service.call('POST', '/recover', { body: { email: 'mailed@north.test' } })
    const { token_hash, email_action_type: type } = await told()
    expect((await service.call('POST', '/verify', { body: { type, token_hash } })).status).toBe(200)
  })

  it('is told both codes of a change of address at once, each with the hash that it expects there', async () => {
    const { body: session } = await service.signIn('mailed@north.test')
    const token = session.access_token
    await service.call('PUT', '/user', { token, body: { email: 'moved@north.test' } })
    const [change, ...more] = await heard()
    expect(more).toEqual([])
    expect(change?.user).toMatchObject({ email: 'mailed@north.test', new_email: 'moved@north.test' })
    const { token_hash, token_new, email_action_type: type } = change?.email_data ?? {}
    const { token: oldCode } = change?.email_data ?? {}
    const old = { type, email: 'mailed@north.test', token: oldCode }
    expect((await service.call('POST', '/verify', { body: old })).body.msg).toContain('other email')
    expect(token_new).toMatch(/^\d{6}$/)
    expect((await service.call('POST', '/verify', { body: { type, token_hash } })).body.user.email).toBe(
      'moved@north.test',
    )
  })

  it('is told the code alone of a reauthentication', async () => {
    const { body: session } = await service.signIn('moved@north.test')
    await service.call('GET', '/reauthenticate', { token: session.access_token })
    expect(await told()).toMatchObject({
      email_action_type: 'reauthentication',
      token: expect.stringMatching(/^\d{6}$/),
    })
  })

  it('may fail, in its own words, and nothing stays', async () => {
    await answer('send-email', refusal('The post is on strike.'))
    expect(await service.signUp('unlucky@north.test')).toMatchObject({
      status: 403,
      body: { message: 'The post is on strike.' },
    })
    expect(await isKnown('unlucky@north.test')).toBe(false)
  })
})

describe('the password_verification_attempt hook', async () => {
  const service = await serviceWith('password_verification_attempt')

  it('hears of every attempt on an account how it went, and of nobody else', async () => {
    await service.confirmed('watched@north.test')
    await service.signIn('watched@north.test')
    await service.signIn('watched@north.test', 'a guess')
    await service.signIn('nobody@north.test')
    expect(await heard()).toMatchObject([
      { metadata: { name: 'password-verification' }, user_id: expect.any(String), valid: true },
      { valid: false },
    ])
  })

  it('may reject the right password, and end all sessions as well', async () => {
    const { body: session } = await service.signIn('watched@north.test')
    await answer('password-verification', { decision: 'reject', message: 'Not at night.' })
    const rejected = { status: 400, body: { code: 'invalid_credentials', message: 'Not at night.' } }
    expect(await service.signIn('watched@north.test')).toMatchObject(rejected)
    expect((await service.call('GET', '/user', { token: session.access_token })).status).toBe(200)
    await answer('password-verification', { decision: 'reject', should_logout_user: true })
    expect((await service.signIn('watched@north.test')).body.message).toBe(
      'Further password verification attempts will be rejected.',
    )
    expect((await service.call('GET', '/user', { token: session.access_token })).status).toBe(403)
  })
})

describe('the mfa_verification_attempt hook', async () => {
  const service = await serviceWith('mfa_verification_attempt')

  it('hears whether a code was right, and may reject it: the person is out everywhere', async () => {
    await service.confirmed('factor@hooks.test')
    const { body: session } = await service.signIn('factor@hooks.test')
    const post = (path: string, body = {}) => service.call('POST', path, { token: session.access_token, body })
    const { body: factor } = await post('/factors', { factor_type: 'totp' })
    const { body: challenge } = await post(`/factors/${factor.id}/challenge`)
    const verify = (code: string) => post(`/factors/${factor.id}/verify`, { challenge_id: challenge.id, code })
    const codeNow = () => new TOTP({ secret: factor.totp.secret }).generate()
    expect((await verify('no code')).body.code).toBe('mfa_verification_failed')
    await answer('mfa-verification', { decision: 'reject' })
    expect(await verify(codeNow())).toMatchObject({
      status: 403,
      body: { code: 'mfa_verification_rejected', message: 'Further MFA verification attempts will be rejected.' },
    })
    const about = { user_id: session.user.id, factor_id: factor.id, factor_type: 'totp' }
    expect(await heard()).toMatchObject([
      { ...about, valid: false },
      { ...about, valid: true },
    ])
    expect((await post('/factors')).status).toBe(403)
  })

  it('lets a right code count where it has nothing against it', async () => {
    await answer('mfa-verification', { decision: 'continue' })
    const { body: session } = await service.signIn('factor@hooks.test')
    const post = (path: string, body = {}) => service.call('POST', path, { token: session.access_token, body })
    const { body: factor } = await post('/factors', { factor_type: 'totp', friendly_name: 'Second' })
    const { body: challenge } = await post(`/factors/${factor.id}/challenge`)
    const code = new TOTP({ secret: factor.totp.secret }).generate()
    expect((await post(`/factors/${factor.id}/verify`, { challenge_id: challenge.id, code })).status).toBe(200)
  })
})
