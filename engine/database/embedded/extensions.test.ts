import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Database } from '../database.ts'
import { migrate } from '../migrations/migrate.ts'
import { embeddedDatabase } from './embedded-database.ts'

// Each test opens the database up to five times.

const home = mkdtempSync(join(tmpdir(), 'engine-extensions-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const folder = join(home, 'db')
const project = join(home, 'project')
mkdirSync(join(project, 'migrations'), { recursive: true })
const writeMigration = (name: string, sql: string) => writeFileSync(join(project, 'migrations', name), sql)

const settings = { search_path: 'public, extensions' }
const nearest = (database: Database) =>
  database.run({ settings }, { text: "select name from places order by meaning <-> '[1,0,0]' limit 1" })

it('are there for the project that creates them, and again at the next start', async () => {
  writeMigration(
    '1_places.sql',
    `create extension if not exists vector with schema extensions;
    create extension earthdistance with schema extensions cascade;
    create extension if not exists "citext";
    set search_path = public, extensions;
    create table public.places (name citext unique, meaning vector(3));
    create index on public.places using hnsw (meaning vector_l2_ops);
    insert into public.places values ('Harbor Bakery', '[1,0.1,0]'), ('Corner Cycles', '[0,1,0]');`,
  )
  const first = await embeddedDatabase(folder)
  const heard: string[] = []
  await first.listen('places', (payload) => heard.push(payload))
  await migrate(first, join(home, 'no-project'))
  // Most projects create no extension, and their starts read no such file.
  expect(existsSync(`${folder}.extensions`)).toBe(false)
  await migrate(first, project)
  await first.run({}, { text: 'alter database postgres set search_path = public, extensions; ' })
  // Listeners from before the restart still hear notifications.
  await first.run({}, { text: "notify places, 'opened'" })
  await expect.poll(() => heard).toContain('opened')
  await first.close()
  expect(readFileSync(`${folder}.extensions`, 'utf8')).toBe('vector\nearthdistance\ncitext\ncube\n')

  const second = await embeddedDatabase(folder)
  expect(await nearest(second)).toEqual([{ name: 'Harbor Bakery' }])
  await second.copyTo?.(join(home, 'copy'))
  const byName = { text: 'select name from places where name = $1', values: ['CORNER CYCLES'] }
  expect(await second.run({ settings }, byName)).toEqual([{ name: 'Corner Cycles' }])
  await second.close()

  const copy = await embeddedDatabase(join(home, 'copy'))
  expect(await nearest(copy), 'in a copy made meanwhile').toEqual([{ name: 'Harbor Bakery' }])
  await copy.close()
})

it('that there are none of are refused in the words of Postgres, and nothing is kept', async () => {
  writeMigration('2_maps.sql', 'create table public.maps (); create extension postgis;')
  const database = await embeddedDatabase(folder)
  await expect(migrate(database, project)).rejects.toThrow(
    /^Migration 2_maps\.sql failed: extension "postgis" is not available.* The data is as it was before\.$/,
  )
  expect(await nearest(database)).toHaveLength(1)
  await database.close()
})
