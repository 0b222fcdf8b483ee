import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEngine } from '../assembly/start-engine.ts'
import { freshDatabase } from '../testing/fresh-database.ts'
import { startPgBouncer } from '../testing/start-pgbouncer.ts'
import { startPostgres } from '../testing/start-postgres.ts'
import { openPostgres } from './pooler.ts'

const home = await mkdtemp(join(tmpdir(), 'engine-pooler-'))
let server: Awaited<ReturnType<typeof startPostgres>>
let pooler: Awaited<ReturnType<typeof startPgBouncer>>
beforeAll(async () => {
  server = await startPostgres()
  pooler = await startPgBouncer(server.url)
  await writeFile(join(home, 'config.toml'), '[auth.email]\nenable_confirmations = false\n')
})
afterAll(async () => {
  await pooler?.stop()
  await server?.stop()
  await rm(home, { recursive: true, force: true })
})

const through = (databaseUrl: string) => databaseUrl.replace(new URL(server.url).host, new URL(pooler.url).host)
const start = (env: Record<string, string>) =>
  startEngine({
    name: 'Engine',
    env: { PORT: '0', DATA_DIR: join(home, 'data'), PROJECT_DIR: home, LOG_LEVEL: 'silent', ...env },
  })

it('an engine starts and serves through a pooler in transaction mode', async () => {
  const databaseUrl = await freshDatabase(server.url)
  const engine = await start({ DATABASE_URL: databaseUrl, DATABASE_POOLER_URL: through(databaseUrl) })
  try {
    const { auth } = createClient(engine.url, engine.anonKey, { auth: { persistSession: false } })
    const person = { email: 'ana@north.test', password: 'through the pooler' }
    expect((await auth.signUp(person)).error).toBe(null)
    // More than the three times after which a statement is prepared, and on more than one connection.
    const answers = await Promise.all(Array.from({ length: 12 }, () => auth.getUser()))
    expect(answers.map(({ data }) => data.user?.email)).toEqual(answers.map(() => person.email))
  } finally {
    await engine.stop()
  }
})

it('hears notifications and keeps sessions where transactions go through a pooler', async () => {
  const databaseUrl = await freshDatabase(server.url)
  const database = await openPostgres({ databaseUrl, poolerUrl: through(databaseUrl), name: 'Engine' })
  const heard: string[] = []
  await database.listen('shops', (payload) => heard.push(payload))
  await database.transaction({}, (tx) => tx.query("notify shops, 'opened'"))
  await expect.poll(() => heard).toEqual(['opened'])
  const pids = await database.session(async (session) => {
    await session.query('create temporary table kept (n int)')
    await Promise.all(Array.from({ length: 8 }, () => database.run({}, { text: 'select pg_sleep(0.01)' })))
    return session.query('select count(*)::int as count from kept')
  })
  expect(pids).toEqual([{ count: 0 }])
  await database.close()
})

it('says what to set where DATABASE_URL is the address of a pooler', async () => {
  const databaseUrl = through(await freshDatabase(server.url))
  await expect(start({ DATABASE_URL: databaseUrl })).rejects.toThrow(
    /DATABASE_URL should be the address of PostgreSQL itself: .* Set it as DATABASE_POOLER_URL/,
  )
})

it('refuses a pooler that leads to another database or does not answer', async () => {
  const [databaseUrl, other] = [await freshDatabase(server.url), await freshDatabase(server.url)]
  const refusal = (poolerUrl: string) => openPostgres({ databaseUrl, poolerUrl, name: 'Engine' })
  await expect(refusal(through(other))).rejects.toThrow(/DATABASE_POOLER_URL should lead to the database of/)
  await expect(refusal('postgresql://postgres@127.0.0.1:1/none')).rejects.toThrow(/a pooler that answers/)
})

it('asks for the address of PostgreSQL where only that of a pooler is set', async () => {
  await expect(start({ DATABASE_POOLER_URL: pooler.url })).rejects.toThrow(/DATABASE_URL should be set beside/)
})
