import { beforeAll, describe, expect, it } from 'vitest'
import { createConfirmedUser } from './first-admin.ts'
import { createTestBed, linkOf, password } from './testing/test-bed.ts'

const bed = await createTestBed()
const service = await bed.service()

describe('a project that confirms nobody', () => {
  const toml = '[auth.email]\nenable_confirmations = false'

  it('signs people in as they sign up', async () => {
    const open = await bed.service({ toml })
    const { status, body } = await open.signUp('open@north.test', { name: 'Open' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token_type: 'bearer',
      user: { email: 'open@north.test', user_metadata: { name: 'Open', email_verified: true } },
    })
    expect(body.user.email_confirmed_at).toBeTruthy()
    expect(open.mails).toHaveLength(0)
    expect((await open.call('GET', '/user', { token: body.access_token })).status).toBe(200)
  })

  it('says so when an address is taken', async () => {
    const open = await bed.service({ toml })
    await open.signUp('taken@north.test')
    expect(await open.signUp('taken@north.test')).toMatchObject({
      status: 422,
      body: { code: 'user_already_exists', message: 'User already registered' },
    })
  })
})

describe('a project', () => {
  it('lets nobody in anonymously unless it says so', async () => {
    expect(await service.call('POST', '/signup', { body: {} })).toMatchObject({
      status: 422,
      body: { code: 'anonymous_provider_disabled', message: 'Anonymous sign-ins are disabled' },
    })
    const closed = await bed.service({ toml: '[auth]\nenable_anonymous_sign_ins = true\nenable_signup = false' })
    expect((await closed.call('POST', '/signup', { body: {} })).body.code).toBe('signup_disabled')
  })

  it('may make somebody of an anonymous person without a mail', async () => {
    const toml = '[auth]\nenable_anonymous_sign_ins = true\n[auth.email]\nenable_confirmations = false'
    const open = await bed.service({ toml })
    const { body: session } = await open.call('POST', '/signup', { body: {} })
    const put = (body: object) => open.call('PUT', '/user', { token: session.access_token, body })
    await open.signUp('somebody@north.test')
    expect((await put({ email: 'somebody@north.test' })).body.code).toBe('email_exists')
    const { body: user } = await put({ email: 'nobody@north.test', password })
    expect(user).toMatchObject({ email: 'nobody@north.test', is_anonymous: false, identities: [{ provider: 'email' }] })
    expect(open.mails).toHaveLength(0)
    expect((await open.signIn('nobody@north.test')).body.user.id).toBe(session.user.id)
  })

  it('has nothing to do with phones unless it says so', async () => {
    const post = (path: string, body: object) => service.call('POST', path, { body })
    const disabled = { code: 'phone_provider_disabled' }
    expect(await post('/signup', { phone: '+4915112345678', password })).toMatchObject({
      status: 400,
      body: { ...disabled, message: 'Phone signups are disabled' },
    })
    expect(await post('/token?grant_type=password', { phone: '+4915112345678', password })).toMatchObject({
      status: 422,
      body: { ...disabled, message: 'Phone logins are disabled' },
    })
    expect(await post('/otp', { phone: '+4915112345678' })).toMatchObject({
      status: 400,
      body: { ...disabled, message: 'Unsupported phone provider' },
    })
    expect((await post('/resend', { type: 'sms', phone: '+4915112345678' })).body).toMatchObject(disabled)
    expect((await service.call('GET', '/settings')).body.external.phone).toBe(false)
  })

  it('may take numbers without a message', async () => {
    const open = await bed.service({ toml: '[auth.sms]\nenable_signup = true\nenable_confirmations = false' })
    const { body: session } = await open.call('POST', '/signup', { body: { phone: '+4915100000001', password } })
    expect(session.user).toMatchObject({ phone: '4915100000001', user_metadata: { phone_verified: true } })
    const again = await open.call('POST', '/signup', { body: { phone: '+4915100000001', password } })
    expect(again).toMatchObject({ status: 422, body: { code: 'user_already_exists' } })
    const put = await open.call('PUT', '/user', { token: session.access_token, body: { phone: '+4915100000002' } })
    expect(put.body).toMatchObject({ phone: '4915100000002' })
  })

  it('may close sign-up', async () => {
    const closed = await bed.service({ toml: '[auth]\nenable_signup = false' })
    expect(await closed.signUp('late@north.test')).toMatchObject({
      status: 422,
      body: { code: 'signup_disabled', message: 'Signups not allowed for this instance' },
    })
    expect((await closed.call('GET', '/settings')).body.disable_signup).toBe(true)
  })

  it('may switch e-mail off', async () => {
    const off = await bed.service({ toml: '[auth.email]\nenable_signup = false' })
    expect((await off.signUp('off@north.test')).body).toMatchObject({
      code: 'email_provider_disabled',
      message: 'Email signups are disabled',
    })
    expect(await off.signIn('off@north.test')).toMatchObject({
      status: 422,
      body: { code: 'email_provider_disabled', message: 'Email logins are disabled' },
    })
  })

  it('may ask for stronger passwords, and tells old ones at sign-in', async () => {
    await service.confirmed('weak@north.test')
    const toml = '[auth]\nminimum_password_length = 20\npassword_requirements = "letters_digits"'
    const strict = await bed.service({ toml })
    const message =
      'Password should be at least 20 characters. Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.'
    const reasons = ['length', 'characters']
    expect((await strict.signUp('new@north.test')).body).toEqual({
      code: 'weak_password',
      message,
      weak_password: { reasons },
    })
    expect((await strict.signIn('weak@north.test')).body.weak_password).toEqual({ message, reasons })
  })

  it('may want a fresh sign-in before a new password', async () => {
    const careful = await bed.service({ toml: '[auth.email]\nsecure_password_change = true' })
    await service.confirmed('careful@north.test')
    const { body: session } = await careful.signIn('careful@north.test')
    const change = (secret: string) =>
      careful.call('PUT', '/user', { token: session.access_token, body: { password: secret } })
    expect((await change('another secret')).status).toBe(200)
    await bed.sql(`update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`, [
      session.user.id,
    ])
    expect(await change('yet another secret')).toMatchObject({
      status: 400,
      body: { code: 'reauthentication_needed', message: 'Password update requires reauthentication' },
    })
  })

  it('may want the old password before a new one, from whoever did not come by a mail', async () => {
    const toml = '[auth.email]\nrequire_current_password = true'
    const careful = await bed.service({ toml })
    await careful.confirmed('current@north.test')
    const { body: session } = await careful.signIn('current@north.test')
    const change = (token: string, secret: string, current?: string) =>
      careful.call('PUT', '/user', { token, body: { password: secret, current_password: current } })
    const token = session.access_token
    expect(await change(token, 'another secret')).toMatchObject({
      status: 400,
      body: { code: 'current_password_required', message: 'Current password required when setting new password.' },
    })
    expect(await change(token, 'another secret', 'guessed')).toMatchObject({
      status: 400,
      body: { code: 'current_password_invalid' },
    })
    expect((await change(token, 'another secret', password)).status).toBe(200)
    expect((await careful.call('PUT', '/user', { token, body: { data: { name: 'Ana' } } })).status).toBe(200)

    await careful.call('POST', '/recover', { body: { email: 'current@north.test' } })
    const { headers } = await careful.call('GET', linkOf(careful.mails.at(-1)))
    const fragment = new URLSearchParams(new URL(String(headers.location)).hash.slice(1))
    expect((await change(fragment.get('access_token') ?? '', 'a third secret')).status).toBe(200)
  })

  it('lets nobody guess the old password for long', async () => {
    const toml = '[auth.email]\nrequire_current_password = true'
    const limited = await bed.service({ toml, rateLimits: true })
    await service.confirmed('guessed@north.test')
    const { body: session } = await limited.signIn('guessed@north.test')
    const guess = () =>
      limited.call('PUT', '/user', {
        token: session.access_token,
        body: { password: 'theirs now', current_password: 'guessed' },
      })
    const statuses = []
    for (let i = 0; i < 11; i++) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })

  it('takes the code of a mail for a fresh sign-in, once and for a while', async () => {
    const careful = await bed.service({ toml: '[auth.email]\nsecure_password_change = true' })
    await service.confirmed('nonce@north.test')
    const { body: session } = await careful.signIn('nonce@north.test')
    await bed.sql(`update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`, [
      session.user.id,
    ])
    const change = (secret: string, nonce: string) =>
      careful.call('PUT', '/user', { token: session.access_token, body: { password: secret, nonce } })
    const codeByMail = async () => {
      await careful.call('GET', '/reauthenticate', { token: session.access_token })
      return /\d{6}/.exec(careful.mails.at(-1)?.text ?? '')?.[0] ?? ''
    }
    const notValid = {
      status: 422,
      body: { code: 'reauthentication_not_valid', message: 'Nonce has expired or is invalid' },
    }
    expect(await change('a new secret', '123456')).toMatchObject(notValid)
    const code = await codeByMail()
    expect(careful.mails.at(-1)?.subject).toBe(`${code} is your verification code`)
    expect(await change('a new secret', code === '000000' ? '111111' : '000000')).toMatchObject(notValid)
    expect((await change('a new secret', code)).status).toBe(200)
    expect(await change('another secret', code)).toMatchObject(notValid)
    const late = await codeByMail()
    await bed.sql(`update auth.users set reauthentication_sent_at = now() - interval '61 minutes' where id = $1`, [
      session.user.id,
    ])
    expect(await change('another secret', late)).toMatchObject(notValid)
  })

  it('may let the new address alone confirm a change', async () => {
    const plain = await bed.service({ toml: '[auth.email]\ndouble_confirm_changes = false' })
    await plain.confirmed('plain@north.test')
    const { body: session } = await plain.signIn('plain@north.test')
    plain.mails.length = 0
    await plain.call('PUT', '/user', { token: session.access_token, body: { email: 'plainer@north.test' } })
    expect(plain.mails.map(({ to }) => to)).toEqual(['plainer@north.test'])
    await plain.call('GET', linkOf(plain.mails[0]))
    expect((await plain.signIn('plainer@north.test')).status).toBe(200)
  })
})

describe('a link', () => {
  it('ends after its time', async () => {
    await service.signUp('slow@north.test')
    const link = linkOf(service.mails.at(-1))
    await bed.sql(
      `update auth.users set confirmation_sent_at = now() - interval '61 minutes' where email = 'slow@north.test'`,
    )
    const { status, headers } = await service.call('GET', link)
    expect(status).toBe(303)
    expect(headers.location).toContain('error_code=otp_expired')
  })

  it('to a new address does nothing once somebody else has it', async () => {
    const plain = await bed.service({ toml: '[auth.email]\ndouble_confirm_changes = false' })
    await plain.confirmed('mover@north.test')
    const { body: session } = await plain.signIn('mover@north.test')
    await plain.call('PUT', '/user', { token: session.access_token, body: { email: 'prize@north.test' } })
    const link = linkOf(plain.mails.at(-1))
    await plain.signUp('prize@north.test')
    expect((await plain.call('GET', link)).headers.location).toContain('error_code=email_exists')
    expect((await plain.signIn('mover@north.test')).status).toBe(200)
  })
})

describe('when the mail server fails', () => {
  it('nothing of the sign-up stays', async () => {
    const broken = await bed.service({
      send: async () => {
        throw new Error('connection refused')
      },
    })
    expect(await broken.signUp('unlucky@north.test')).toMatchObject({
      status: 500,
      body: { code: 'unexpected_failure', message: 'Error sending confirmation email' },
    })
    expect(await bed.sql(`select from auth.users where email = 'unlucky@north.test'`)).toHaveLength(0)
  })

  it('the old link of a person stays good', async () => {
    await service.signUp('patient@north.test')
    const link = linkOf(service.mails.at(-1))
    const broken = await bed.service({
      send: async () => {
        throw new Error('connection refused')
      },
    })
    const body = { type: 'signup', email: 'patient@north.test' }
    expect((await broken.call('POST', '/resend', { body })).status).toBe(500)
    expect((await service.call('GET', link)).headers.location).toContain('access_token')
  })
})

describe('when the mail server fails for people who are here already', () => {
  const refused = async () => {
    throw new Error('connection refused')
  }

  it('their recovery link and their password stay good', async () => {
    await service.confirmed('steady@north.test')
    await service.call('POST', '/recover', { body: { email: 'steady@north.test' } })
    const link = linkOf(service.mails.at(-1))
    const broken = await bed.service({ send: refused })
    expect(await broken.call('POST', '/recover', { body: { email: 'steady@north.test' } })).toMatchObject({
      status: 500,
      body: { message: 'Error sending recovery email' },
    })
    expect((await service.call('GET', link)).headers.location).toContain('access_token')
  })

  it('nothing of a request that changes address and password stays', async () => {
    await service.confirmed('both@north.test')
    const { body: session } = await service.signIn('both@north.test')
    const broken = await bed.service({ send: refused })
    const body = { email: 'both-new@north.test', password: 'another secret', data: { a: 1 } }
    const { access_token: token } = session
    expect((await broken.call('PUT', '/user', { token, body })).status).toBe(500)
    const { body: user } = await service.call('GET', '/user', { token })
    expect(user).not.toHaveProperty('new_email')
    expect(user.user_metadata).not.toHaveProperty('a')
    expect((await service.signIn('both@north.test')).status).toBe(200)
    expect(await bed.sql('select from auth.one_time_tokens where user_id = $1', [session.user.id])).toHaveLength(0)
  })

  it('and both work when it does not fail', async () => {
    await service.confirmed('two@north.test')
    const { body: session } = await service.signIn('two@north.test')
    const body = { email: 'two-new@north.test', password: 'another secret' }
    service.mails.length = 0
    await service.call('PUT', '/user', { token: session.access_token, body })
    for (const mail of service.mails) await service.call('GET', linkOf(mail))
    expect((await service.signIn('two-new@north.test', 'another secret')).status).toBe(200)
  })
})

it('does not keep the database waiting for the mail server', async () => {
  let answer = () => {}
  const asked = Promise.withResolvers<void>()
  const slow = await bed.service({
    send: () => {
      asked.resolve()
      return new Promise<void>((resolve) => {
        answer = resolve
      })
    },
  })
  const signingUp = slow.signUp('slow-mail@north.test')
  await asked.promise
  expect((await service.signIn('ghost@north.test')).status).toBe(400)
  answer()
  expect((await signingUp).status).toBe(200)
})

describe("the project's trigger on auth.users", () => {
  beforeAll(() =>
    bed.script(`
      create table public.profiles (id uuid primary key references auth.users (id) on delete cascade, seen jsonb);
      create table public.invoices (user_id uuid references auth.users (id));
      create function public.handle_new_user() returns trigger language plpgsql security definer set search_path = '' as $$
      begin
        if new.raw_user_meta_data ->> 'name' = 'Mallory' then
          raise exception 'We know you.' using hint = 'Go away.';
        end if;
        insert into public.profiles values (new.id, to_jsonb(new));
        return new;
      end $$;
      create trigger on_auth_user_created after insert on auth.users
        for each row execute function public.handle_new_user();`),
  )

  it('sees the person as they signed up', async () => {
    const { body: user } = await service.signUp('Ana@Trigger.test', { name: 'Ana', full_name: 'Ana North' })
    const [profile] = await bed.sql<{ seen: Record<string, unknown> }>(
      'select seen from public.profiles where id = $1',
      [user.id],
    )
    expect(profile?.seen).toMatchObject({
      email: 'ana@trigger.test',
      role: '',
      raw_user_meta_data: { name: 'Ana', full_name: 'Ana North' },
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      email_confirmed_at: null,
      aud: 'authenticated',
    })
    expect(profile?.seen.raw_user_meta_data).not.toHaveProperty('email_verified')
  })

  it('can refuse somebody, in words that only the old bodies pass on', async () => {
    const refused = await service.signUp('mallory@trigger.test', { name: 'Mallory' })
    expect(refused).toMatchObject({
      status: 500,
      body: { code: 'unexpected_failure', message: 'Database error saving new user' },
    })
    expect(JSON.stringify(refused.body)).not.toContain('We know you')
    const body = { email: 'mallory@trigger.test', password, data: { name: 'Mallory' } }
    const old = await service.call('POST', '/signup', { body, version: '' })
    expect(old).toMatchObject({ status: 500, body: { code: 'P0001', message: 'We know you.', hint: 'Go away.' } })
    expect(await bed.sql(`select from auth.users where email = 'mallory@trigger.test'`)).toHaveLength(0)
  })

  it('and foreign keys can keep somebody from being removed', async () => {
    const { body: user } = await service.signUp('debtor@trigger.test')
    await bed.sql('insert into public.invoices values ($1)', [user.id])
    const token = bed.tokens.serviceRoleKey
    const remove = () => service.call('DELETE', `/admin/users/${user.id}`, { token })
    expect(await remove()).toMatchObject({ status: 500, body: { message: 'Database error deleting user' } })
    await bed.sql('delete from public.invoices')
    expect((await remove()).status).toBe(200)
    expect(await bed.sql('select from public.profiles where id = $1', [user.id])).toHaveLength(0)
  })
})

describe('people from a seed', () => {
  beforeAll(() => bed.script('create extension if not exists pgcrypto with schema extensions'))

  it('sign in without an identity and with empty token columns', async () => {
    await bed.sql(
      `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at)
       values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
               'seeded@north.test', extensions.crypt($1, extensions.gen_salt('bf')), now())`,
      [password],
    )
    const { status, body } = await service.signIn('seeded@north.test')
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ email: 'seeded@north.test', identities: [], app_metadata: {}, user_metadata: {} })
    await service.call('POST', '/recover', { body: { email: 'seeded@north.test' } })
    const { headers } = await service.call('GET', linkOf(service.mails.at(-1)))
    expect(headers.location).toContain('type=recovery')
  })

  it('cannot sign in without a password', async () => {
    await bed.sql(
      `insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at)
       values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
               'nopassword@north.test', now())`,
    )
    expect((await service.signIn('nopassword@north.test', '')).body.code).toBe('invalid_credentials')
    expect((await service.signIn('nopassword@north.test', 'guess')).body.code).toBe('invalid_credentials')
  })
})

it('tells nobody by its speed whether an account exists', async () => {
  await service.confirmed('timed@north.test')
  const timeOf = async (email: string) => {
    const times: number[] = []
    for (let i = 0; i < 7; i++) {
      const started = performance.now()
      await service.signIn(email, 'a wrong guess')
      times.push(performance.now() - started)
    }
    return times.sort((a, b) => a - b)[3] ?? 0
  }
  const [known, unknown] = [await timeOf('timed@north.test'), await timeOf('ghost@north.test')]
  // bcrypt takes some 50 ms: without it an answer would come in a tenth of the time.
  expect(unknown).toBeGreaterThan(known / 2)
  expect(known).toBeGreaterThan(unknown / 2)
})

it('asks people with a second factor for it before they change their password', async () => {
  await service.confirmed('factor@north.test')
  const { body: session } = await service.signIn('factor@north.test')
  await bed.sql(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP')`,
    [session.user.id],
  )
  const { body: again } = await service.signIn('factor@north.test')
  expect(again.user.factors).toMatchObject([{ factor_type: 'totp', status: 'verified', phone: '' }])
  expect(JSON.stringify(again.user)).not.toContain('JBSWY3DPEHPK3PXP')
  expect(
    await service.call('PUT', '/user', { token: again.access_token, body: { password: 'new secret' } }),
  ).toMatchObject({
    status: 401,
    body: { code: 'insufficient_aal' },
  })
})

it('keeps an account of what happened', async () => {
  await service.confirmed('audited@north.test')
  await service.signIn('audited@north.test')
  const rows = await bed.sql<{ action: string }>(
    `select payload ->> 'action' as action from auth.audit_log_entries
      where payload ->> 'actor_username' = 'audited@north.test' order by created_at`,
  )
  const actions = rows.map(({ action }) => action)
  expect(actions).toEqual(['user_confirmation_requested', 'user_signedup', 'login', 'login'])
})

describe('the first administrator', () => {
  it('can sign in at once', async () => {
    const id = await bed.transaction((tx) =>
      createConfirmedUser(tx, { email: 'Admin@North.test', password, metadata: { name: 'Administrator' } }),
    )
    const { body } = await service.signIn('admin@north.test')
    expect(body.user).toMatchObject({ id, user_metadata: { name: 'Administrator', email_verified: true } })
    expect(body.user.identities).toHaveLength(1)
  })

  it('cannot take an address that is taken', async () => {
    await service.signUp('occupied@north.test')
    const again = bed.transaction((tx) =>
      createConfirmedUser(tx, { email: 'occupied@north.test', password, metadata: {} }),
    )
    await expect(again).rejects.toThrow('There is a user with the address occupied@north.test already.')
  })
})
