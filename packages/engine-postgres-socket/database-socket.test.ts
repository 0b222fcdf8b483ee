import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from 'engine/feature'
import { embeddedDatabase } from 'engine/testing/database'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DatabaseSocket } from './database-socket.ts'

const home = mkdtempSync(join(tmpdir(), 'engine-database-socket-'))
let database: Database
let socket: DatabaseSocket
let address: string
beforeAll(async () => {
  database = await embeddedDatabase(join(home, 'db'))
  if (!database.raw) throw new Error('An embedded database has one connection.')
  socket = new DatabaseSocket(database, database.raw, 400)
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

it.each(['listen here', 'select 1; unlisten *', 'DISCARD ALL', 'deallocate all', 'copy told from stdin'])(
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
  const away = new DatabaseSocket({ run: async () => [] }, async (work) => {
    isHeld = true
    const ask = async () => {
      if (isGone) throw new Error('It is gone.')
      return Buffer.from([0x5a, 0, 0, 0, 5, 0x54])
    }
    return work(ask).finally(() => {
      isHeld = false
    })
  })
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
