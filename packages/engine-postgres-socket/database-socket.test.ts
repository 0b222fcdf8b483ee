import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from 'engine/feature'
import { embeddedDatabase } from 'engine/testing/database'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DatabaseSocket } from './database-socket.ts'

const limits = { idleMs: 400, transactionMs: 15_000, statementMs: 10_000 }
const options = { port: 0, password: 'of-the-test', limits }
const home = mkdtempSync(join(tmpdir(), 'engine-database-socket-'))
let database: Database
let socket: DatabaseSocket
let address: string
beforeAll(async () => {
  database = await embeddedDatabase(join(home, 'db'))
  if (!database.raw) throw new Error('An embedded database has one connection.')
  socket = new DatabaseSocket(database, database.raw, options)
  address = await socket.address()
  await database.run({}, { text: 'create table told (word text)' })
})
afterAll(async () => {
  await socket.close()
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

async function connect() {
  const client = new pg.Client({ connectionString: address })
  const failed = new Promise<Error>((resolve) => client.on('error', resolve))
  await client.connect()
  return { client, failed }
}
function partsOf(url: string) {
  const { hostname: host, port, username: user, password } = new URL(url)
  return { host, port: Number(port), user, password, database: 'postgres' }
}

/** Sends rows as the drivers do that know COPY. */
function copyIn(client: pg.Client, text: string, chunks: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    class Copy extends pg.Query {
      handleCopyInResponse(
        connection: pg.Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void },
      ) {
        for (const chunk of chunks) connection.sendCopyFromChunk(Buffer.from(chunk))
        connection.endCopyFrom()
      }
    }
    const copy = new Copy(text)
    copy.on('error', reject)
    copy.on('end', () => resolve())
    client.query(copy)
  })
}

const words = async () =>
  (await database.run({}, { text: 'select word from told order by word' })).map(({ word }) => word)

it('answers a driver of PostgreSQL, several connections at once, and statements prepared by each', async () => {
  const clients = await Promise.all([connect(), connect(), connect()])
  const answers = await Promise.all(
    clients.flatMap(({ client }, at) =>
      [0, 1].map(() => client.query({ name: 'same', text: `select $1::int + ${at} as sum`, values: [1] })),
    ),
  )
  expect(answers.map(({ rows }) => rows[0].sum)).toEqual([1, 1, 2, 2, 3, 3])
  await expect(clients[0]?.client.query('selec')).rejects.toMatchObject({ code: '42601' })
  const again = clients[0]?.client.query({ name: 'same', text: 'select $1::int + 0 as sum', values: [1] })
  expect((await again)?.rows).toEqual([{ sum: 1 }])
  for (const { client } of clients) await client.end()
  const left = "select name from pg_prepared_statements where name like 'client%'"
  await expect.poll(() => database.run({}, { text: left })).toEqual([])
})

it('keeps a transaction apart from everybody else’s work, and takes back what it set', async () => {
  const { client } = await connect()
  await client.query("begin; set role pg_read_all_data; set search_path = 'nowhere'")
  const seen = database.run({}, { text: 'select current_user, current_setting($1) as path', values: ['search_path'] })
  await client.query('reset role')
  await client.query("insert into public.told values ('committed')")
  await client.query('commit')
  expect(await seen).toEqual([{ current_user: 'postgres', path: 'public' }])
  expect(await words()).toEqual(['committed'])
  await client.query('set role pg_read_all_data')
  expect(await database.run({}, { text: 'select current_user' })).toEqual([{ current_user: 'postgres' }])
  await client.end()
})

it('does not wait for a client that forgets its transaction, or goes in the middle of it', async () => {
  const { client, failed } = await connect()
  await client.query("begin; insert into told values ('forgotten')")
  expect(await words()).toEqual(['committed'])
  expect((await failed).message).toContain('DATABASE_URL')
  const gone = await connect()
  await gone.client.query("begin; insert into told values ('gone')")
  await gone.client.end()
  expect(await words()).toEqual(['committed'])
})

it('makes the settings of a client again for each of its statements, and for nobody else', async () => {
  const { client } = await connect()
  await client.query('set search_path = pg_catalog; select set_config(\'request.jwt.claims\', \'{"sub":"a"}\', false)')
  await client.query("set application_name = 'it''s a \\ tool'; set role pg_read_all_data; set statement_timeout = 0")
  const other = await connect()
  const question = `select current_user, current_setting('search_path') as path, current_setting('application_name') as name,
    current_setting('request.jwt.claims', true) as claims, current_setting('statement_timeout') as timeout`
  expect((await client.query(question)).rows).toEqual([
    {
      current_user: 'pg_read_all_data',
      path: 'pg_catalog',
      name: "it's a \\ tool",
      claims: '{"sub":"a"}',
      timeout: '10s',
    },
  ])
  expect((await other.client.query(question)).rows).toMatchObject([
    { current_user: 'postgres', path: 'public', name: '' },
  ])
  await client.query('reset role; reset all')
  expect((await client.query(question)).rows).toMatchObject([{ current_user: 'postgres', path: 'public' }])
  for (const each of [client, other.client]) await each.end()
})

it('begins with the settings that a client asks for, and refuses a session without them', async () => {
  const begun = new pg.Client({
    connectionString: address,
    options: '-c search_path=pg_catalog -c role=pg_read_all_data',
  })
  await begun.connect()
  const { rows } = await begun.query("select current_user, current_setting('search_path') as path")
  expect(rows).toEqual([{ current_user: 'pg_read_all_data', path: 'pg_catalog' }])
  await begun.end()
  const lost = new pg.Client({ connectionString: address, options: '-c role=nobody_here' })
  lost.on('error', () => {})
  await lost.connect()
  await expect(lost.query('select 1')).rejects.toMatchObject({ message: expect.stringContaining('nobody_here') })
})

it.each([
  ['another user', { user: 'authenticator' }, '28000'],
  ['another database', { database: 'shadow' }, '3D000'],
  ['replication', { replication: 'database' }, '0A000'],
])('refuses %s with what to do', async (_, wanted, code) => {
  const client = new pg.Client({ ...partsOf(address), ...wanted })
  await expect(client.connect()).rejects.toMatchObject({ code })
})

it('takes rows by copy, outside and inside of a transaction, and answers a mistake in them', async () => {
  const { client } = await connect()
  await client.query('create table rows_by_copy (number int, word text)')
  await copyIn(client, 'copy rows_by_copy from stdin', ['1\tone\n2\t', 'two\n'])
  await client.query('begin')
  await copyIn(client, "copy rows_by_copy (word, number) from stdin with (format csv, delimiter ';')", ['three;3\n'])
  await client.query('commit')
  await expect(copyIn(client, 'copy rows_by_copy from stdin', ['x\tfour\n'])).rejects.toMatchObject({ code: '22P02' })
  await expect(copyIn(client, 'copy nowhere from stdin', ['1\n'])).rejects.toMatchObject({ code: '42P01' })
  const { rows } = await client.query('select word from rows_by_copy order by number')
  expect(rows.map(({ word }) => word)).toEqual(['one', 'two', 'three'])
  await client.end()
})

it('renews the session of one client alone, as pools ask for it', async () => {
  const heard: string[] = []
  await database.listen('still', (payload) => heard.push(payload))
  const [one, other] = [await connect(), await connect()]
  await other.client.query({ name: 'kept', text: 'select 1' })
  await one.client.query({ name: 'gone', text: 'select 1' })
  await one.client.query('set search_path = pg_catalog')
  await one.client.query('discard all')
  await one.client.query('select pg_advisory_unlock_all(); close all; unlisten *; reset all')
  const own = "select name from pg_prepared_statements where name like 'client%'"
  expect((await one.client.query(own)).rows).toHaveLength(1)
  expect((await one.client.query("select current_setting('search_path') as path")).rows[0].path).toContain('public')
  expect((await other.client.query({ name: 'kept', text: 'select 1' })).rowCount).toBe(1)
  await other.client.query("notify still, 'here'")
  await expect.poll(() => heard).toEqual(['here'])
  for (const { client } of [one, other]) await client.end()
})

it.each(['listen here', 'select 1; copy told from stdin'])(
  'refuses what would reach everybody: %s',
  async (statement) => {
    const { client } = await connect()
    await expect(client.query(statement)).rejects.toMatchObject({ code: '0A000' })
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.end()
  },
)

it('passes notifications on to the server, which listens', async () => {
  const heard: string[] = []
  await database.listen('news', (payload) => heard.push(payload))
  const { client } = await connect()
  await client.query("notify news, 'hello'")
  await expect.poll(() => heard).toEqual(['hello'])
  await client.end()
})

it('lets nobody in without its password', async () => {
  const client = new pg.Client({ connectionString: address.replace(/:[^:@]+@/, ':wrong@') })
  await expect(client.connect()).rejects.toMatchObject({ code: '28P01' })
})

it('lets go of the database where that is gone in the middle of a transaction', async () => {
  let isHeld = false
  let isGone = false
  const away = new DatabaseSocket(
    { run: async () => [] },
    async (work) => {
      isHeld = true
      const ask = async () => {
        if (isGone) throw new Error('It is gone.')
        return Buffer.from([0x5a, 0, 0, 0, 5, 0x54])
      }
      return work(ask).finally(() => {
        isHeld = false
      })
    },
    options,
  )
  const client = new pg.Client({ connectionString: await away.address() })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  expect(isHeld).toBe(true)
  isGone = true
  await expect(client.query('select 1')).rejects.toMatchObject({ code: '57P01' })
  expect(isHeld).toBe(false)
  await away.close()
})
