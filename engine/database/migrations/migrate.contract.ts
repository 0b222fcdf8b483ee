import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../testing/fresh-database.ts'
import type { Database } from '../database.ts'
import { embeddedDatabase } from '../embedded/embedded-database.ts'
import { postgresDatabase } from '../postgres-database.ts'
import { migrate } from './migrate.ts'
import { MigrationFailed } from './migration-failed.ts'
import { skippedFiles } from './migration-files.ts'
import { seed } from './seed.ts'

const folder = mkdtempSync(join(tmpdir(), 'engine-migrations-'))
let database: Database

beforeAll(async () => {
  database = process.env.TEST_POSTGRES_URL
    ? postgresDatabase(await freshDatabase(process.env.TEST_POSTGRES_URL))
    : await embeddedDatabase(join(folder, 'db'))
  await migrate(database, join(folder, 'no-project'))
})

afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('migrations', () => {
  it('are applied once, in order, and a failing one leaves the data as it was', async () => {
    const project = join(folder, 'project')
    mkdirSync(join(project, 'migrations'), { recursive: true })
    const write = (name: string, sql: string) => writeFileSync(join(project, 'migrations', name), sql)

    write('20260102000000_second.sql', 'insert into streets values (1); set search_path = pg_catalog;')
    write('20260101000000_first.sql', 'create table public.streets (n int);')
    write('notes.txt', 'not a migration')
    expect(await migrate(database, project)).toMatchObject({
      applied: ['20260101000000_first.sql', '20260102000000_second.sql'],
      isNew: false,
      edited: [],
    })
    expect(await migrate(database, project)).toMatchObject({ applied: [], isNew: false, edited: [] })

    write('20260103000000_broken.sql', 'insert into public.streets values (2);\nselect nothing_there;')
    await expect(migrate(database, project)).rejects.toThrow(
      'Migration 20260103000000_broken.sql failed: column "nothing_there" does not exist (line 2). The data is as it was before.',
    )
    expect(await database.run({}, { text: 'select n from public.streets' })).toEqual([{ n: 1 }])
    expect(
      await database.run({}, { text: 'select version, name from supabase_migrations.schema_migrations order by 1' }),
    ).toEqual([
      { version: '20260101000000', name: 'first' },
      { version: '20260102000000', name: 'second' },
    ])
  })

  it('find what hosted projects find without saying where: the functions of pgcrypto and uuid-ossp', async () => {
    const project = join(folder, 'as-hosted')
    mkdirSync(join(project, 'migrations'), { recursive: true })
    const write = (name: string, sql: string) => writeFileSync(join(project, name), sql)
    write(
      'migrations/20260103000001_keys.sql',
      `create table public.keys (
        id uuid primary key default uuid_generate_v4(),
        secret text default encode(gen_random_bytes(16), 'hex'),
        other uuid default extensions.uuid_generate_v4()
      );`,
    )
    write(
      'seed.sql',
      `insert into keys (secret) values (crypt('secret', gen_salt('bf', 4))), (encode(digest('a', 'sha1'), 'hex'));`,
    )
    await migrate(database, project)
    await seed(database, project, ['seed.sql'], (sql) => sql)
    const [keys] = await database.run({}, { text: 'select count(distinct id)::int as keys from public.keys' })
    expect(keys).toEqual({ keys: 2 })
  })

  it('that are none by their names are told of, and a seed that is not there fills nothing', async () => {
    const project = join(folder, 'misnamed')
    mkdirSync(join(project, 'migrations'), { recursive: true })
    for (const name of ['init.sql', '20260101000000-streets.sql', 'notes.md'])
      writeFileSync(join(project, 'migrations', name), 'select nothing_there;')
    const misnamed = ['20260101000000-streets.sql', 'init.sql']
    const why = 'a migration is called like 20260131120000_name.sql'
    expect(await skippedFiles(project)).toEqual(expect.arrayContaining(misnamed.map((file) => ({ file, why }))))
    expect(await seed(database, project, ['./seed.sql'], (sql) => sql)).toEqual([])
  })

  it('are refused where two have the same number: one of them would be passed over', async () => {
    const project = join(folder, 'twins')
    mkdirSync(join(project, 'migrations'), { recursive: true })
    for (const name of ['1_a.sql', '1_b.sql']) writeFileSync(join(project, 'migrations', name), 'select 1')
    await expect(migrate(database, project)).rejects.toThrow(
      new MigrationFailed('1_a.sql and 1_b.sql have the same number, so only one would run. Rename one.'),
    )
  })

  it('are applied once by two processes that start together', async () => {
    const project = join(folder, 'project')
    rmSync(join(project, 'migrations', '20260103000000_broken.sql'))
    writeFileSync(join(project, 'migrations', '20260104000000_once.sql'), 'create table public.once ();')
    const both = await Promise.all([migrate(database, project), migrate(database, project)])
    expect(both.flatMap(({ applied }) => applied)).toEqual(['20260104000000_once.sql'])
  })

  it('are named where they were edited after they were applied', async () => {
    const project = join(folder, 'project')
    writeFileSync(join(project, 'migrations', '20260101000000_first.sql'), 'create table public.streets (n bigint);')
    expect(await migrate(database, project)).toMatchObject({
      applied: [],
      isNew: false,
      edited: ['20260101000000_first.sql'],
    })
  })

  it('of newer code keep older code away, and those that were deleted do not', async () => {
    const project = join(folder, 'project')
    rmSync(join(project, 'migrations', '20260102000000_second.sql'))
    expect((await migrate(database, project)).applied).toEqual([])
    rmSync(join(project, 'migrations', '20260104000000_once.sql'))
    await expect(migrate(database, project)).rejects.toThrow(
      new MigrationFailed(
        'Newer code has used this database: it has applied 20260104000000_once, which the project in PROJECT_DIR does not have. Start that code, or restore a backup from before it.',
      ),
    )
    await database.transaction({}, (tx) =>
      tx.query("insert into engine.platform_migrations (version, name) values ('9999', 'tomorrow')"),
    )
    await expect(migrate(database, join(folder, 'no-project'))).rejects.toThrow(
      /it has applied 9999_tomorrow, which this version of the engine does not have\./,
    )
  })
})
