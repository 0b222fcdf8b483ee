import { beforeAll, describe, expect, it } from 'vitest'
import { atFullCost } from '../testing/quick-hashing.ts'
import { createTestBed, linkOf, password } from './testing/test-bed.ts'

const bed = await createTestBed()
const service = await bed.service()

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
    await plain.confirmed('prize@north.test')
    expect((await plain.call('GET', link)).headers.location).toContain('error_code=email_exists')
    expect((await plain.signIn('mover@north.test')).status).toBe(200)
  })
})

describe('a link that says no other target', () => {
  const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
  const mailings = {
    'a sign-up': (site: Site, pkce: object) =>
      site.call('POST', '/signup', { body: { email: newcomer(), password, ...pkce } }),
    'a recovery': async (site: Site, pkce: object) =>
      site.call('POST', '/recover', { body: { email: await known(site), ...pkce } }),
    'a sign-in': async (site: Site, pkce: object) =>
      site.call('POST', '/otp', { body: { email: await known(site), ...pkce } }),
    'a new address': async (site: Site, pkce: object) => {
      const { body: session } = await site.signIn(await known(site))
      return site.call('PUT', '/user', { token: session.access_token, body: { email: newcomer(), ...pkce } })
    },
  }
  type Site = typeof service

  let count = 0
  const newcomer = () => `linked-${count++}@north.test`
  async function known(site: Site) {
    const email = newcomer()
    await site.confirmed(email)
    return email
  }

  it.each(Object.entries(mailings))('leads to the site of config.toml: of %s', async (_, mailing) => {
    const toml = '[auth]\nsite_url = "https://shop.test"\n[auth.email]\ndouble_confirm_changes = false'
    const site = await bed.service({ toml, address: null })
    for (const [pkce, target] of [
      [{}, 'https://shop.test#access_token='],
      [challenge, 'https://shop.test?code='],
    ] as const) {
      expect(await mailing(site, pkce)).toMatchObject({ status: 200 })
      const opened = await site.call('GET', linkOf(site.mails.at(-1)))
      expect([opened.status, opened.headers.location?.toString().slice(0, target.length)]).toEqual([303, target])
    }
  })
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
  await atFullCost(() => service.confirmed('timed@north.test'))
  const timeOf = async (email: string) => {
    const started = performance.now()
    await atFullCost(() => service.signIn(email, 'a wrong guess'))
    return performance.now() - started
  }
  // Measured in turns, taking the fastest of each: other load on the machine slows both down.
  let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let i = 0; i < 7; i++) {
    known = Math.min(known, await timeOf('timed@north.test'))
    unknown = Math.min(unknown, await timeOf('ghost@north.test'))
  }
  // bcrypt takes some 50 ms: without it the answer would take a tenth of the time.
  expect(unknown).toBeGreaterThan(known / 4)
  expect(known).toBeGreaterThan(unknown / 4)
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

it('keeps its tables from every API role, also those that came later', async () => {
  const open = await bed.sql(
    `select c.relname, role from pg_class c, unnest(array['anon', 'authenticated', 'service_role']) role
      where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r'
        and (not c.relrowsecurity
             or has_table_privilege(role, c.oid, 'select, insert, update, delete, truncate, references, trigger'))`,
  )
  expect(open).toEqual([])
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
