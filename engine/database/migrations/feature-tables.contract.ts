import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FeatureTables } from '../../kernel/feature-tables.ts'
import { everyTable } from '../../testing/feature-tables.ts'
import { freshDatabase } from '../../testing/fresh-database.ts'
import { catalogue } from '../../testing/same-database/catalogue.ts'
import type { Database } from '../database.ts'
import { embeddedDatabase } from '../embedded/embedded-database.ts'
import { postgresDatabase } from '../postgres-database.ts'
import { migrate } from './migrate.ts'

const home = await mkdtemp(join(tmpdir(), 'engine-feature-tables-'))
const databases: Database[] = []
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()))
  await rm(home, { recursive: true, force: true })
})

async function emptyDatabase(): Promise<Database> {
  const database = process.env.TEST_POSTGRES_URL
    ? postgresDatabase(await freshDatabase(process.env.TEST_POSTGRES_URL))
    : await embeddedDatabase(join(home, `db-${databases.length}`))
  databases.push(database)
  return database
}

const bring = (database: Database, features: readonly FeatureTables[]) =>
  migrate(database, join(home, 'no-project'), features)
const sql = (database: Database, text: string) => database.run<Record<string, unknown>>({}, { text })
const objectsOf = async (database: Database) => Object.keys(await database.transaction({}, catalogue))
const off = everyTable.map((feature) => ({ ...feature, isOn: false }))

/** One row for each feature, as in a project that has used it. */
const rows = `
  insert into auth.users (id) values ('00000000-0000-0000-0000-00000000000a');
  insert into auth.webauthn_credentials (user_id, credential_id, public_key)
    values ('00000000-0000-0000-0000-00000000000a', 'one', 'key');
  insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values
    ('00000000-0000-0000-0000-0000000000f1', '00000000-0000-0000-0000-00000000000a', 'totp', 'verified', now(), now());
  insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id) values
    (gen_random_uuid(), '00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-0000000000f1');
  insert into engine.used_totp_codes (factor_id, step) values ('00000000-0000-0000-0000-0000000000f1', 1);
  insert into engine.used_assertions (issuer, id, usable_until) values ('north', '1', now());`

async function rowsOf(database: Database): Promise<unknown[]> {
  const held: unknown[] = []
  for (const table of new Set(Array.from(rows.matchAll(/insert into (\S+)/g), ([, name]) => name))) {
    held.push(
      ...(await sql(database, `select '${table}' as name, to_jsonb(t)::text as row from ${table} t order by 2`)),
    )
  }
  return held
}

describe('the tables of features', () => {
  let fresh: Database
  beforeAll(async () => {
    fresh = await emptyDatabase()
  })

  it('are not there before the feature was on: no table, function, trigger or type', async () => {
    expect(await bring(fresh, off)).toMatchObject({ applied: [], isNew: true, edited: [] })
    const before = await objectsOf(fresh)
    expect(await bring(fresh, everyTable)).toMatchObject({ applied: [], isNew: false, edited: [] })
    const brought = (await objectsOf(fresh)).filter((object) => !before.includes(object))
    const tables = brought.filter((object) => object.startsWith('relation ')).map((object) => object.slice(9))
    expect(tables).toEqual([
      'auth.mfa_recovery_code_sets',
      'auth.mfa_recovery_codes',
      'auth.webauthn_challenges',
      'auth.webauthn_credentials',
      'cron._claimed',
      'cron.job',
      'cron.job_run_details',
      'cron.jobid_seq',
      'cron.runid_seq',
      'engine.used_assertions',
      'engine.used_totp_codes',
      'net._http_response',
      'net.http_request_queue',
      'net.http_request_queue_id_seq',
      'pgmq.meta',
      'supabase_functions.hooks',
      'supabase_functions.hooks_id_seq',
      'vault.decrypted_secrets',
      'vault.secrets',
    ])
  })

  it('keep their rows while the feature is off, and have them when it is on again', async () => {
    await fresh.transaction({}, (tx) => tx.query(rows))
    const before = await rowsOf(fresh)
    expect(before).toHaveLength(6)
    for (const features of [off, [], everyTable]) {
      expect(await bring(fresh, features)).toMatchObject({ applied: [], isNew: false, edited: [] })
      expect(await rowsOf(fresh)).toEqual(before)
    }
  })

  it('stay, and keep no start from succeeding, where their package is no longer installed', async () => {
    const missing = off.map(({ folder: _, ...tables }) => ({ ...tables, folder: undefined }))
    const before = await rowsOf(fresh)
    expect(await bring(fresh, missing)).toMatchObject({ applied: [], isNew: false, edited: [] })
    expect(await rowsOf(fresh)).toEqual(before)
    const asked = missing.map((tables) => ({ ...tables, isOn: tables.name === 'single-sign-on' }))
    await expect(bring(fresh, asked)).rejects.toThrow(
      'The tables of SAML single sign-on come with a package of their own: run npm install engine-saml.',
    )
  })

  it('are brought once by two processes that start together', async () => {
    const database = await emptyDatabase()
    const both = await Promise.all([bring(database, everyTable), bring(database, everyTable)])
    expect(both.map(({ isNew }) => isNew).toSorted()).toEqual([false, true])
  })
})

describe('a feature that changes its tables', () => {
  const folder = join(home, 'shelves')
  let newer: Database
  const write = async (file: string, text: string) => {
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  const feature = (isOn = true) => [{ name: 'shelves', folder, isOn }]

  it('makes what it is in a new database, and what changed in one that has them', async () => {
    const older = await emptyDatabase()
    await write('schemas/1_shelves.sql', 'create table engine.shelves (n int);')
    await bring(older, feature())
    await write('schemas/1_shelves.sql', 'create table engine.shelves (n int, name text);')
    await write('migrations/0001_name.sql', 'alter table engine.shelves add column name text;')
    expect((await bring(older, feature(false))).applied).toEqual([])
    expect((await bring(older, feature())).applied).toEqual(['0001_name.sql'])

    newer = await emptyDatabase()
    expect((await bring(newer, feature())).applied).toEqual([])
    expect(await objectsOf(newer)).toEqual(await objectsOf(older))
    expect((await bring(newer, feature())).edited).toEqual([])
    await write('migrations/0001_name.sql', 'alter table engine.shelves add column label text;')
    expect((await bring(newer, feature())).edited).toEqual(['0001_name.sql'])
  })

  it('keeps older code away, and leaves nothing where it fails', async () => {
    await rm(join(folder, 'migrations/0001_name.sql'))
    for (const isOn of [true, false]) {
      await expect(bring(newer, feature(isOn))).rejects.toThrow(
        'it has applied 0001_name, which the feature shelves of this version of the engine does not have.',
      )
    }
    const another = await emptyDatabase()
    await write('schemas/2_broken.sql', 'select nothing_there;')
    await expect(bring(another, feature())).rejects.toThrow(
      '2_broken.sql failed: column "nothing_there" does not exist',
    )
    expect(await objectsOf(another)).not.toContain('relation engine.shelves')
  })
})

it('a migration that creates an extension whose stand-in is not installed is refused with what to install', async () => {
  const project = join(home, 'cron')
  await mkdir(join(project, 'migrations'), { recursive: true })
  await writeFile(join(project, 'migrations/1_cron.sql'), 'create extension if not exists pg_cron;')
  const database = await emptyDatabase()
  const missing = off.map((tables) => ({ ...tables, folder: undefined }))
  await expect(migrate(database, project, missing)).rejects.toThrow(
    'The migrations ask for the extension pg_cron, which this database does not have: run npm install engine-extensions.',
  )
  expect(await objectsOf(database)).not.toContain('relation cron.job')
  await migrate(database, project, off)
  expect(await objectsOf(database)).toContain('relation cron.job')
})
