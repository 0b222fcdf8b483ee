import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '../testing/fresh-database.ts'
import { copyIn, copyOut } from './copy-rows.ts'
import { connectTo, openFolder, type PlainClient } from './offline/plain-client.ts'

const { TEST_POSTGRES_URL } = process.env
const home = await mkdtemp(join(tmpdir(), 'copy-rows-'))
let opened: PlainClient
beforeAll(async () => {
  opened = TEST_POSTGRES_URL
    ? await connectTo(await freshDatabase(TEST_POSTGRES_URL), 'copy rows')
    : await openFolder(join(home, 'db'))
})
afterAll(async () => {
  await opened.end()
  await rm(home, { recursive: true, force: true })
})

it('copies megabytes out and in again, byte for byte, also of rows that come in several messages', async () => {
  const { client } = opened
  await client.query(`
    create table public.rows (n int, text text);
    insert into public.rows select n, repeat(md5(n::text), n % 40) || e'\\t\\\\ü\\n' from generate_series(1, 30000) as n;
    insert into public.rows values (0, repeat('large', 400000));
    create table public.copy (like public.rows);`)
  const copied = await copyOut(client, 'copy public.rows to stdout')
  expect(copied.rows).toBe(30_001)
  expect(await copyIn(client, 'copy public.copy from stdin', copied.bytes)).toBe(30_001)
  const { rows } = await client.query('select * from public.rows except all select * from public.copy')
  expect(rows).toEqual([])
})

it('says what is wrong with rows, and goes on with the next', async () => {
  const { client } = opened
  const copying = copyIn(client, 'copy public.copy from stdin', Buffer.from('not a number\tx\n'))
  await expect(copying).rejects.toMatchObject({ code: '22P02' })
  expect(await copyIn(client, 'copy public.copy from stdin', Buffer.from('1\tx\n'))).toBe(1)
})
