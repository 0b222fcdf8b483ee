import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../testing/fresh-database.ts'
import { type Caller, type Database, SessionEnded } from './database.ts'
import { embeddedDatabase } from './embedded/embedded-database.ts'
import { migrate } from './migrations/migrate.ts'
import { postgresDatabase } from './postgres-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'engine-database-'))
let database: Database

beforeAll(async () => {
  database = process.env.TEST_POSTGRES_URL
    ? postgresDatabase(await freshDatabase(process.env.TEST_POSTGRES_URL))
    : await embeddedDatabase(join(folder, 'db'))
  const { isNew } = await migrate(database, join(folder, 'no-project'))
  expect(isNew).toBe(true)
  await database.transaction({}, (tx) =>
    tx.query(`
      create table public.shops (id int generated always as identity primary key, name text unique, owner uuid default auth.uid());
      revoke all on public.shops from anon;
      alter table public.shops enable row level security;
      create policy "people see their own shops" on public.shops to authenticated
        using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
    `),
  )
})

afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const ana = '00000000-0000-0000-0000-00000000000a'
const ben = '00000000-0000-0000-0000-00000000000b'
const person = (sub: string, claims = {}): Caller => ({
  role: 'authenticated',
  claims: { role: 'authenticated', sub, ...claims },
})
const names = (caller?: Caller) =>
  database
    .run<{ name: string }>(caller ? { caller } : {}, { text: 'select name from shops order by name' })
    .then((rows) => rows.map(({ name }) => name))
const openShop = (name: string, caller: Caller) =>
  database.transaction({ caller }, (tx) => tx.query('insert into shops (name) values ($1)', [name]))

describe('a transaction as a caller', () => {
  it('runs under the row policies with the claims of the token', async () => {
    await openShop('Harbor Bakery', person(ana))
    await openShop('Corner Cycles', person(ben))
    expect(await names(person(ana))).toEqual(['Harbor Bakery'])
    expect(await names(person(ben))).toEqual(['Corner Cycles'])
    expect(await names()).toEqual(['Corner Cycles', 'Harbor Bakery'])
  })

  it('leaves neither role nor claims behind for the next one on the same connection', async () => {
    await names(person(ana))
    const [row] = await database.run(
      {},
      { text: 'select current_user::text as me, auth.uid() as uid, session_user::text as us' },
    )
    expect(row).toMatchObject({ me: row?.us, uid: null })
  })

  it('refuses a role that does not exist, and runs nothing of the work as somebody else', async () => {
    const stranger = { role: 'nobody_at_all', claims: { role: 'nobody_at_all' } }
    await expect(openShop('Ghost Store', stranger)).rejects.toMatchObject({ code: '22023' })
    await expect(database.run({ caller: stranger }, { text: 'select 1' })).rejects.toMatchObject({ code: '22023' })
    expect(await names()).not.toContain('Ghost Store')
  })

  it('refuses a role that authenticator was not granted, though the engine may become any', async () => {
    const role = `clerk_${crypto.randomUUID().slice(0, 8)}`
    const change = (text: string) => database.run({}, { text })
    const who = () => database.run({ caller: { role, claims: { role } } }, { text: 'select current_user::text as me' })
    await change(`create role ${role} nologin`)
    await expect(who()).rejects.toMatchObject({ code: '42501', message: `permission denied to set role "${role}"` })
    await change(`grant ${role} to authenticator`)
    expect(await who()).toEqual([{ me: role }])
    await change(`drop role ${role}`)
  })

  it('stops when the session of the token is gone, before anything is written', async () => {
    const signedOut = person(ana, { session_id: crypto.randomUUID() })
    await expect(openShop('Late Order', signedOut)).rejects.toBeInstanceOf(SessionEnded)
    await expect(names(signedOut)).rejects.toBeInstanceOf(SessionEnded)
    expect(await names()).not.toContain('Late Order')
  })

  it('goes on while the session lives', async () => {
    const session = crypto.randomUUID()
    await database.transaction({}, async (tx) => {
      await tx.query('insert into auth.users (id) values ($1) on conflict do nothing', [ana])
      await tx.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, ana])
    })
    expect(await names(person(ana, { session_id: session }))).toEqual(['Harbor Bakery'])
  })
})

describe('a statement that comes often', () => {
  const often = async (work: () => Promise<unknown>) => {
    for (let time = 0; time < 5; time++) await work()
  }

  it('shows to each caller what is theirs', async () => {
    await often(async () => {
      expect(await names(person(ana))).toEqual(['Harbor Bakery'])
      expect(await names(person(ben))).toEqual(['Corner Cycles'])
      expect(await names()).toHaveLength(2)
    })
  })

  it('takes other values, and says what is wrong with them', async () => {
    const byId = (id: string) => database.run({}, { text: 'select $1::int as id', values: [id] })
    await often(async () => expect(await byId('7')).toEqual([{ id: 7 }]))
    await expect(byId('seven')).rejects.toMatchObject({ code: '22P02' })
    expect(await byId('8')).toEqual([{ id: 8 }])
  })

  it('goes on after what it asks for has changed', async () => {
    const columns = async () => Object.keys((await database.run({}, { text: 'select * from shops limit 1' }))[0] ?? {})
    await often(columns)
    const before = await columns()
    await database.transaction({}, (tx) => tx.query('alter table public.shops add column opened date'))
    expect(await columns()).toEqual([...before, 'opened'])
    await database.transaction({}, (tx) => tx.query('alter table public.shops drop column opened'))
    expect(await columns()).toEqual(before)
  })

  it('goes by the policies and functions that there are now', async () => {
    const seen = () =>
      database.run<{ seen: string }>({ caller: person(ben) }, { text: 'select public.seen() as seen from shops' })
    const change = (text: string) => database.transaction({}, (tx) => tx.query(text))
    const replace = (word: string) =>
      change(`create or replace function public.seen() returns text language sql stable as $$ select '${word}' $$`)
    await replace('before')
    for (let time = 0; time < 8; time++) expect(await seen()).toEqual([{ seen: 'before' }])
    await replace('after')
    expect(await seen()).toEqual([{ seen: 'after' }])
    await change(
      'create policy "for a moment nobody" on shops as restrictive for select to authenticated using (false)',
    )
    expect(await seen()).toEqual([])
    await change('drop policy "for a moment nobody" on shops; revoke select on shops from authenticated')
    await expect(seen()).rejects.toMatchObject({ code: '42501' })
    await change('grant select on shops to authenticated; drop function public.seen()')
    await expect(seen()).rejects.toMatchObject({ code: '42883' })
  })

  it('makes room for others without end, and is prepared again when it comes again', async () => {
    const ask = (n: number) => database.run({}, { text: `select ${n} as n` })
    for (let n = 0; n < 400; n++) for (let time = 0; time < 4; time++) await ask(n)
    expect(await Promise.all([ask(0), ask(399), ask(399)])).toEqual([[{ n: 0 }], [{ n: 399 }], [{ n: 399 }]])
    const [held] = await database.run<{ held: number }>(
      {},
      { text: "select count(*)::int as held from pg_prepared_statements where statement like 'select % as n'" },
    )
    expect(held?.held).toBeLessThanOrEqual(150)
  })

  it('does not suffer from the one ahead of it, which failed before it could be prepared', async () => {
    const count = (caller: Caller) => database.run({ caller }, { text: 'select count(*) from shops' })
    for (let time = 0; time < 3; time++) await count(person(ana))
    const gone = person(ana, { session_id: crypto.randomUUID() })
    const [ended, ...others] = await Promise.allSettled([count(gone), count(person(ana)), count(person(ben))])
    expect(ended).toMatchObject({ status: 'rejected', reason: expect.any(SessionEnded) })
    expect(others).toEqual([
      { status: 'fulfilled', value: [{ count: '1' }] },
      { status: 'fulfilled', value: [{ count: '1' }] },
    ])
  })
  it('knows its columns, where the one ahead of it could be prepared and was not allowed to be run', async () => {
    const least = (caller: Caller) => database.run({ caller }, { text: 'select min(name) as least from shops' })
    for (let time = 0; time < 3; time++) await least(person(ana))
    const [refused, ...others] = await Promise.allSettled([
      least({ role: 'anon', claims: { role: 'anon' } }),
      least(person(ana)),
      least(person(ben)),
    ])
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.objectContaining({ code: '42501' }) })
    expect(others).toEqual([
      { status: 'fulfilled', value: [{ least: 'Harbor Bakery' }] },
      { status: 'fulfilled', value: [{ least: 'Corner Cycles' }] },
    ])
  })
})

describe('a transaction', () => {
  it('keeps nothing when the work throws', async () => {
    const work = database.transaction({}, async (tx) => {
      await tx.query("insert into shops (name) values ('Half Done')")
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await names()).not.toContain('Half Done')
  })

  it('says so when the work swallowed the failure of a statement', async () => {
    const work = database.transaction({}, async (tx) => {
      await tx.query("insert into shops (name) values ('Swallowed')")
      await tx.query('select 1/0').catch(() => undefined)
    })
    await expect(work).rejects.toThrow('nothing of it was kept')
    expect(await names()).not.toContain('Swallowed')
  })

  it('reports what Postgres says, with its code', async () => {
    await expect(openShop('Harbor Bakery', person(ana))).rejects.toMatchObject({ code: '23505' })
    await expect(database.run({}, { text: 'select * from nowhere' })).rejects.toBeInstanceOf(pg.DatabaseError)
    expect(await names()).toContain('Harbor Bakery')
  })

  it('is refused a write when it said it would only read', async () => {
    const write = database.transaction({ readOnly: true }, (tx) => tx.query("insert into shops (name) values ('No')"))
    await expect(write).rejects.toMatchObject({ code: '25006' })
  })

  it('applies settings for itself only', async () => {
    const show = { text: "select current_setting('request.path', true) as path" }
    expect(await database.run({ settings: { 'request.path': '/shops' } }, show)).toEqual([{ path: '/shops' }])
    expect(await database.run({}, show)).toEqual([
      { path: process.env.TEST_POSTGRES_URL ? expect.toBeOneOf(['', null]) : '' },
    ])
  })

  it('takes turns with two hundred others', async () => {
    const numbers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        database.run<{ n: number }>({ caller: person(ana) }, { text: 'select $1::int as n', values: [n] }),
      ),
    )
    expect(numbers.map(([row]) => row?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n))
  })
})

it('delivers each notification once, also to who begins to listen to several at once', async () => {
  const heard: string[] = []
  const listen = (channel: string) => database.listen(channel, (payload) => heard.push(`${channel} ${payload}`))
  await Promise.all(['shops', 'streets', 'squares'].map(listen))
  await database.transaction({}, (tx) => tx.query("notify shops, 'opened'; notify streets, 'closed'"))
  // Notifications on one connection arrive in order: a duplicate would have arrived before the last one.
  await database.transaction({}, (tx) => tx.query("notify squares, 'done'"))
  await expect.poll(() => heard).toContain('squares done')
  expect(heard).toEqual(['shops opened', 'streets closed', 'squares done'])
})
