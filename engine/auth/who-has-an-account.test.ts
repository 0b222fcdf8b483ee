import { describe, expect, it } from 'vitest'
import { hiddenDuration } from './http/hide-duration.ts'
import { createTestBed, type ServiceCall } from './testing/test-bed.ts'
import { hashing } from './users/passwords.ts'

// What the answers to strangers reveal about who has an account: docs/who-has-an-account.md.

const bed = await createTestBed()
const quick = await bed.service()
const admin = bed.tokens.serviceRoleKey

const never = new Promise<void>(() => {})
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' })

/** The states of the mail server. */
const mailServers: Record<string, () => Promise<void>> = {
  up: async () => {},
  // An answer that waited for this one would never come.
  slow: () => never,
  away: () => Promise.reject(away),
}

const change = (set: string) => (email: string) => bed.sql(`update auth.users set ${set} where email = $1`, [email])

/** The accounts that an address may belong to. None was mailed recently: a second mail is refused for a while. */
const accounts: Record<string, (email: string) => Promise<unknown>> = {
  nobody: async () => undefined,
  'somebody confirmed': (email) => quick.confirmed(email),
  'somebody unconfirmed': (email) => quick.signUp(email).then(() => change('confirmation_sent_at = null')(email)),
  'somebody invited': async (email) => {
    await quick.call('POST', '/invite', { token: admin, body: { email } })
    await change('confirmation_sent_at = null')(email)
  },
  'somebody without a password': (email) =>
    quick.confirmed(email).then(() => change('encrypted_password = null')(email)),
  'somebody whose password no hash is': (email) =>
    quick.confirmed(email).then(() => change(`encrypted_password = '!'`)(email)),
  'somebody of single sign-on': (email) => quick.confirmed(email).then(() => change('is_sso_user = true')(email)),
  'somebody deleted': async (email) => {
    await quick.confirmed(email)
    const [user] = await bed.sql<{ id: string }>('select id from auth.users where email = $1', [email])
    await quick.call('DELETE', `/admin/users/${user?.id}`, { token: admin, body: { should_soft_delete: true } })
  },
  'somebody banned': (email) => quick.confirmed(email).then(() => change(`banned_until = 'infinity'`)(email)),
}

type Trial = {
  path: string
  body: (email: string) => Record<string, unknown>
  /** The accounts that the answer reveals, as the hosted service's does. */
  tells?: string[]
  /** The bodies differ as the hosted service's do. */
  tellsInBody?: true
}

const everybody = Object.keys(accounts).filter((who) => who !== 'nobody' && who !== 'somebody deleted')

const trials: Record<string, Trial> = {
  'a wrong password': {
    path: '/token?grant_type=password',
    body: (email) => ({ email, password: 'not the right one' }),
    tells: ['somebody banned'],
  },
  'a recovery': { path: '/recover', body: (email) => ({ email }) },
  'a magic link': { path: '/otp', body: (email) => ({ email }) },
  'a magic link for who is known': {
    path: '/otp',
    body: (email) => ({ email, create_user: false }),
    tells: everybody.filter((who) => who !== 'somebody of single sign-on'),
  },
  'a confirmation once more': { path: '/resend', body: (email) => ({ type: 'signup', email }) },
  'a change of address once more': { path: '/resend', body: (email) => ({ type: 'email_change', email }) },
  'a wrong code': { path: '/verify', body: (email) => ({ type: 'recovery', email, token: '000000' }) },
  'a wrong code of an invitation': { path: '/verify', body: (email) => ({ type: 'invite', email, token: '000000' }) },
  'a sign-up': {
    path: '/signup',
    body: (email) => ({ email, password: 'a good password' }),
    tells: ['somebody invited'],
    tellsInBody: true,
  },
}

let people = 0
/** The address of the first account of each kind, made by the service; the others are its copies. */
const firsts = new Map<string, string>()

async function addressOf(who: string) {
  // All addresses have the same length, so that the sizes of the answers can be compared.
  const email = `who-${String(1000 + people++)}@north.test`
  const first = firsts.get(who)
  if (first !== undefined) {
    await bed.sql('select copy_account($1, $2)', [first, email])
    return email
  }
  await accounts[who]?.(email)
  // Nothing in the rows of somebody deleted names their address any more.
  if (who !== 'nobody' && who !== 'somebody deleted') {
    await bed.sql('select copy_account($1, $2)', [email, `copy-of-${email}`])
    firsts.set(who, `copy-of-${email}`)
  }
  return email
}

/** Copies the rows of an account, under an id, an address and a token of its own. */
await bed.script(`
  create function copy_account(of_address text, address text) returns void language plpgsql as $$
  declare
    given record;
    one uuid := (select id from auth.users where email = of_address);
    other uuid := gen_random_uuid();
    hash text := (select nullif(confirmation_token, '') from auth.users where id = one);
    other_hash text := md5(other::text);
  begin
    for given in
      select 'auth.users'::regclass as of_table, to_jsonb(u) as of_row from auth.users u where id = one
      union all select 'auth.identities', to_jsonb(i) || jsonb_build_object('id', gen_random_uuid())
        from auth.identities i where user_id = one
      union all select 'auth.one_time_tokens', to_jsonb(t) || jsonb_build_object('id', gen_random_uuid())
        from auth.one_time_tokens t where user_id = one
    loop
      -- The database fills the generated columns.
      execute (select format('insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1)',
            given.of_table, string_agg(quote_ident(attname), ', '))
          from pg_attribute
          where attrelid = given.of_table and attnum > 0 and not attisdropped and attgenerated = '')
        using replace(
          replace(replace(given.of_row::text, one::text, other::text), of_address, address),
          coalesce(hash, one::text), other_hash)::jsonb;
    end loop;
  end $$`)

async function answerTo(service: ServiceCall, { path, body, tellsInBody }: Trial, email: string) {
  const { status, headers, body: answer } = await service.call('POST', path, { body: body(email) })
  const { 'content-length': size, ...others } = headers
  const seen = { status, headers: Object.keys(others).sort() }
  return tellsInBody ? { ...seen, fields: Object.keys(answer).sort() } : { ...seen, size, answer }
}

describe.each(Object.keys(mailServers))('with the mail server %s', (state) => {
  it.each(Object.entries(trials))('an answer tells of nobody whether they have an account: %s', async (_, trial) => {
    const service = await bed.service({ send: mailServers[state] ?? (async () => {}), host: 'mail.test' })
    const toNobody = await answerTo(service, trial, await addressOf('nobody'))
    const told = []
    for (const who of Object.keys(accounts)) {
      const answer = await answerTo(service, trial, await addressOf(who))
      if (JSON.stringify(answer) !== JSON.stringify(toNobody)) told.push(who)
    }
    expect(told).toEqual(trial.tells ?? [])
  })
})

/** Routes for strangers that concern no account: they return settings of the project, or check a secret. */
const askOfNobody = [
  'GET /health',
  'GET /settings',
  'GET /.well-known/jwks.json',
  'GET /.well-known/openid-configuration',
  'GET /authorize',
  'GET,POST /callback',
  'GET /verify',
  'POST /passkeys/authentication/options',
  'POST /passkeys/authentication/verify',
  // Routes of features that are off here answer everything alike. Single sign-on is about an organisation's domain or
  // key.
  ...['/sso', '/sso/saml/acs', '/sso/saml/metadata', '/oauth/*', '/user/oauth/*'].map(
    (path) => `GET,POST,PUT,PATCH,DELETE ${path}`,
  ),
]

const callable = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

it('every route for strangers is tried, or asks about no account', async () => {
  const toml =
    '[auth.passkey]\nenabled = true\n[auth.webauthn]\nrp_id = "localhost"\nrp_origins = ["http://localhost:3000"]'
  const service = await bed.service({ toml })
  const tried = Object.values(trials).map(({ path }) => `POST ${path.split('?')[0]}`)
  const open = []
  for (const route of service.routes) {
    const [methods = '', path = ''] = route.split(' ')
    const method = callable.find((method) => methods.split(',').includes(method))
    if (!method) continue
    const { body } = await service.call(method, path.replaceAll(/:\w+/g, 'x'), method === 'GET' ? {} : { body: {} })
    if (body?.code !== 'no_authorization') open.push(route)
  }
  expect(open.sort()).toEqual([...new Set([...tried, ...askOfNobody])].sort())
})

const withoutComparison = ['somebody confirmed', 'somebody unconfirmed', 'somebody invited', 'somebody banned']
it.each(Object.keys(accounts).filter((who) => !withoutComparison.includes(who)))(
  'a password is compared for as long as anybody’s where there is none to compare it with: %s',
  async (who) => {
    const email = await addressOf(who)
    const usual = { ...hashing }
    Object.assign(hashing, { cost: 12 })
    try {
      const begin = performance.now()
      await quick.signIn(email, 'not the right one')
      // Less than the fastest machine needs for hashing, and more than anything else takes.
      expect(performance.now() - begin).toBeGreaterThan(80)
    } finally {
      Object.assign(hashing, usual)
    }
  },
)

it.each(['a recovery', 'a magic link', 'a magic link for who is known', 'a confirmation once more'])(
  'an answer waits until its time box is full, whoever it is about: %s',
  async (name) => {
    const trial = trials[name]
    if (!trial) throw new Error(`There is no trial ${name}.`)
    const addresses = [await addressOf('nobody'), await addressOf('somebody confirmed')]
    Object.assign(hiddenDuration, { ms: 200 })
    try {
      for (const email of addresses) {
        const begin = performance.now()
        await quick.call('POST', trial.path, { body: trial.body(email) })
        // A timer of Node may fire a millisecond early.
        expect(performance.now() - begin).toBeGreaterThan(198)
      }
    } finally {
      Object.assign(hiddenDuration, { ms: 0 })
    }
  },
)
