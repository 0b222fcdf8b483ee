import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningEngine } from 'engine'
import { parseConfig } from 'engine/config'
import { copyFirstStart, freePort, hashQuickly } from 'engine/testing'
import { type Database, embeddedDatabase, serve } from 'engine/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installation } from '../../server/engine-options.ts'
import { matrix, matrixWhereAnotherAgencyAnswers } from '../../supabase/isolation/matrix.ts'
import { examineInstallation } from './examine-installation.ts'
import { tryIsolation } from './isolation/run-isolation-trial.ts'
import { createTrialData, trialAccounts } from './isolation/trial-accounts.ts'

let home: string
let database: Database
let engine: RunningEngine
let env: Record<string, string>

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'doctor-isolation-'))
  env = { DATA_DIR: home, PORT: String(await freePort()), RATE_LIMITS: 'on', LOG_LEVEL: 'warn' }
  await hashQuickly()
  await copyFirstStart(home, { program: 'main.ts', seed: true })
  database = await embeddedDatabase(join(home, 'db'))
  const seeded = { ...installation, env, seed: true }
  engine = await serve(parseConfig(env, seeded), database, seeded)
})
afterAll(async () => {
  await engine.stop()
  await rm(home, { recursive: true, force: true })
})

const at = () => ({ url: engine.ownUrl, anonKey: engine.anonKey, serviceRoleKey: engine.serviceRoleKey })

/**
 * The number of rows of each table, except those of history and of running servers. The names of files that storage has removed
 * are history, too: the database forgets them with the next files that belong to nothing.
 */
async function rowCounts(): Promise<Record<string, number>> {
  const sql = (text: string) => database.run<{ name: string; count: number }>({}, { text })
  const tables = await sql(`
    select format('%I.%I', schemaname, tablename) as name, 0 as count
    from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
      and tablename !~ 'audit' and tablename not in ('chat_servers', 'abandoned_files')`)
  const counts: [string, number][] = []
  for (const { name } of tables) {
    const [row] = await sql(`select '' as name, count(*)::int as count from ${name}`)
    counts.push([name, row?.count ?? 0])
  }
  return Object.fromEntries(counts)
}

const sql = (text: string) => database.run({}, { text })

/** A policy with a hole: every signed-in person could read all clients. */
const loosened = `alter policy "staff read their agency's clients, super admins all" on public.clients
  using (auth.uid() is not null)`

/** The findings that are neither fine nor a warning that every trial installation gets. */
async function examined(more: Record<string, string> = {}) {
  const { isWell, checks } = await examineInstallation({ ...env, ...more })
  const usual = ['settings warning', 'mail warning', 'site warning', 'backups warning']
  const found = checks.filter(({ name, state }) => state !== 'ok' && !usual.includes(`${name} ${state}`))
  return { isWell, found: found.map(({ name, state, found }) => `${name} ${state}: ${found}`) }
}

it('finds nothing wrong with what is well', async () => {
  expect(await examined()).toEqual({ isWell: true, found: [] })
})

it('isolation: finds nothing where all is as it should be, and leaves nothing behind', async () => {
  const before = await rowCounts()
  // The tests of isolation try every table with the rights of an agency that answers the website.
  const differing = Object.keys(matrix).filter((name) => matrixWhereAnotherAgencyAnswers[name] !== matrix[name])
  const tables = ['clients', ...differing]
  const { findings, failed, absent, cells, missingSecrets } = await tryIsolation(at(), { tables })
  expect({ findings, failed, missingSecrets }).toEqual({ findings: [], failed: [], missingSecrets: [] })
  expect(Object.keys(absent)).toEqual(['planner'])
  expect(cells.length).toBeGreaterThan(500)
  expect(await rowCounts()).toEqual(before)
})

it('isolation: names what somebody may do who should not, and tidies up after a run that was cut short', async () => {
  const before = await rowCounts()
  await sql(loosened)
  await createTrialData(trialAccounts(at()))
  const { findings } = await tryIsolation(at(), { only: ['rows of others', 'changes'] })
  expect(findings).toEqual(
    expect.arrayContaining([
      { part: 'rows of others', subject: 'clients', caller: 'nia', expected: [], found: ['sees 19 rows'] },
      expect.objectContaining({ part: 'changes', caller: 'uma', expected: [] }),
    ]),
  )
  expect(await rowCounts()).toEqual(before)
})

it('isolation: says what to switch on where the database does not hear of sign-ins', async () => {
  await sql('alter table auth.audit_log_entries disable trigger audit_account')
  const { findings } = await tryIsolation(at(), { only: ['audit trail'] })
  await sql('alter table auth.audit_log_entries enable trigger audit_account')
  expect(findings).toMatchObject([
    { part: 'audit trail', subject: expect.stringContaining('"Write audit logs to the database"'), found: [] },
  ])
})

it('names an edited migration, what was changed by hand in the database, and a file that is gone', async () => {
  await sql(`update supabase_migrations.schema_migrations set statements = array['select 1'] where name = 'baseline'`)
  await sql(loosened)
  await sql(`drop policy if exists "let everybody in" on public.projects`)
  await sql(`create policy "let everybody in" on public.projects for select to anon using (true)`)
  await sql('alter table public.client_notes disable row level security')
  await sql(`insert into storage.objects (bucket_id, name, version, updated_at)
    values ('client-update-files', 'gone.csv', gen_random_uuid(), now() - interval '1 day')
    on conflict do nothing`)
  // Lines get their positions within a minute; then one is changed directly in the database.
  await sql('select public.keep_audit_trail()')
  await sql(`update public.audit_events set kind = 'exported' where position = 1`)
  // Another line is changed at once, before or after it gets its position.
  const early = crypto.randomUUID()
  await sql(`do $$ begin
    insert into public.audit_events (id, kind, actor_kind) values ('${early}', 'exported', 'server');
    update public.audit_events set kind = 'erased' where id = '${early}';
  end $$`)
  const { isWell, found } = await examined()
  expect({ isWell, found }).toEqual({
    isWell: false,
    found: [
      expect.stringMatching(
        /^migrations problem: The migration \d{14}_baseline\.sql was edited after it was applied, without effect\.$/,
      ),
      `schema problem: The policy public.clients staff read their agency's clients, super admins all is another one than in a new installation.`,
      'schema problem: The policy public.projects let everybody in is in no new installation.',
      'schema problem: The relation public.client_notes is another one than in a new installation.',
      'files problem: A file is missing that rows name: client-update-files/gone.csv.',
      expect.stringMatching(
        /^audit problem: Audit trail, place 1, line .*: This line, or the one before it, was changed/,
      ),
      expect.stringMatching(
        new RegExp(`^audit problem: Audit trail, .*line ${early}, .*: This line.* was changed after it was written`),
      ),
    ],
  })
})

it('says what is wrong with a setting, and what cannot be reached', async () => {
  expect(await examined({ PORT: 'http' })).toEqual({
    isWell: false,
    found: ['settings problem: PORT should be a port number from 0 to 65535.'],
  })
  const port = String(await freePort())
  const away = {
    MAIL_URL: `smtp://localhost:${port}`,
    SITE_URL: `http://localhost:${port}`,
    REDIS_URL: `redis://localhost:${port}`,
  }
  const { found } = await examined(away)
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^mail problem: localhost takes no mail/),
      expect.stringMatching(/^site problem: SITE_URL.* does not answer/),
      expect.stringMatching(/^redis problem/),
    ]),
  )
})
