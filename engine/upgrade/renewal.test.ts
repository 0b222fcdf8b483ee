import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp } from '../backup/back-up.ts'
import { folderPlace } from '../backup/places/folder.ts'
import { openFolder } from '../backup/plain-client.ts'
import { parseConfig } from '../config.ts'
import { embeddedDatabase } from '../database/embedded/embedded.ts'
import { olderReleases, POSTGRES_VERSION } from '../database/embedded/older/releases.ts'
import { migrate } from '../database/migrations/migrate.ts'
import { featureTables } from '../features.ts'
import { loadProject } from '../supabase-project.ts'
import { rotateKeys } from '../tokens/rotate-keys.ts'
import { upgrade } from './upgrade.ts'

const home = await mkdtemp(join(tmpdir(), 'renewal-'))
const env = { DATA_DIR: join(home, 'data'), PROJECT_DIR: join(home, 'project') }
const config = parseConfig(env, { name: 'Shop' })
const folder = join(config.dataDir, 'db')
const EARLIER = POSTGRES_VERSION - 1
const migration = (name: string, sql: string) => writeFile(join(config.projectDir, 'migrations', `${name}.sql`), sql)

/** A database as if PostgreSQL of then had made it, and a PGlite that nobody else can open it with: tests fetch nothing. */
beforeAll(async () => {
  await mkdir(join(config.projectDir, 'migrations'), { recursive: true })
  await writeFile(join(config.projectDir, 'config.toml'), '')
  await migration('1_shops', 'create extension citext; create table public.shops (name citext, height float8)')
  const database = await embeddedDatabase(folder)
  const project = await loadProject(config.projectDir, env)
  await migrate(database, config.projectDir, featureTables(project.config))
  await database.run({}, { text: "insert into public.shops values ('Bakery', 0.1), (E'two\\nlines', null)" })
  await database.close()
  await writeFile(join(folder, 'PG_VERSION'), `${EARLIER}\n`)

  const release = join(config.dataDir, `pglite-${EARLIER}`, 'node_modules/@electric-sql/pglite/dist')
  await mkdir(join(release, 'contrib'), { recursive: true })
  const installed = (path: string) => JSON.stringify(import.meta.resolve(`@electric-sql/pglite${path}`))
  await writeFile(
    join(release, 'index.js'),
    `import { writeFileSync } from 'node:fs'
    import { PGlite as Real } from ${installed('')}
    export const PGlite = {
      create(options) {
        writeFileSync(options.dataDir + '/PG_VERSION', '${POSTGRES_VERSION}')
        return Real.create(options)
      },
    }`,
  )
  for (const name of ['pg_trgm', 'pgcrypto', 'uuid_ossp', 'citext']) {
    await writeFile(join(release, 'contrib', `${name}.js`), `export * from ${installed(`/contrib/${name}`)}`)
  }
}, 60_000)
afterAll(() => rm(home, { recursive: true, force: true }))

it('knows the PGlite of every PostgreSQL that anything of ours ran on', () => {
  const wanted = Array.from({ length: POSTGRES_VERSION - 17 }, (_, index) => 17 + index)
  expect(Object.keys(olderReleases).map(Number)).toEqual(wanted)
})

it('backs a database of an earlier PostgreSQL up, and leaves it as it was', async () => {
  const before = await hashOf(folder)
  const place = folderPlace(join(home, 'backups'))
  const made = await backUp({ config, tokens: { serviceRoleKey: '' }, place, passphrase: undefined, onProgress })
  expect(made.rows).toBeGreaterThan(2)
  expect(await hashOf(folder)).toEqual(before)
  expect(await readdir(join(config.dataDir, 'copies'))).toEqual([])
}, 60_000)

it('writes nothing to it', async () => {
  const { client, end } = await openFolder(folder)
  await expect(client.query("insert into public.shops values ('Kiosk')")).rejects.toThrow(/read-only transaction/)
  await end()
}, 60_000)

it('makes no new keys for it', async () => {
  await writeFile(join(config.dataDir, 'keys.json'), 'as they were')
  await expect(rotateKeys(config)).rejects.toThrow(/by `upgrade` first/)
  expect(await readFile(join(config.dataDir, 'keys.json'), 'utf8')).toBe('as they were')
}, 60_000)

it('brings it over with the migrations that are missing, or not at all, and leaves the old one beside it', async () => {
  const before = await hashOf(folder)
  await migration('2_towns', 'alter table public.shops add town text; select 1 / 0')
  await expect(upgrade(config, await loadProject(config.projectDir, env))).rejects.toThrow(/^Migration 2_towns\.sql/)
  expect(await hashOf(folder)).toEqual(before)
  expect(await readdir(join(config.dataDir, 'copies'))).toEqual([])

  await migration('2_towns', "alter table public.shops add town text default 'North'; create extension hstore")
  const upgraded = await upgrade(config, await loadProject(config.projectDir, env))
  const old = `${folder}.postgresql-${EARLIER}`
  expect(upgraded).toMatchObject({ applied: ['2_towns.sql'], renewed: { from: EARLIER, old } })
  expect(await hashOf(old)).toEqual(before)
  expect(await readdir(join(config.dataDir, 'copies'))).toEqual([])

  const database = await embeddedDatabase(folder)
  // The PGlite of today has the extensions of both.
  expect(await database.run({}, { text: "select 'a=>1'::hstore ? 'a' and 'A'::citext = 'a' as is_so" })).toEqual([
    { is_so: true },
  ])
  const shops = await database.run({}, { text: 'select * from public.shops order by name' })
  await database.close()
  expect(shops).toEqual([
    { name: 'Bakery', height: 0.1, town: 'North' },
    { name: 'two\nlines', height: null, town: 'North' },
  ])
}, 60_000)

it('overwrites no old one', async () => {
  await writeFile(join(folder, 'PG_VERSION'), `${EARLIER}\n`)
  const project = await loadProject(config.projectDir, env)
  await expect(upgrade(config, project)).rejects.toThrow(/db\.postgresql-\d+ is there already/)
  expect(existsSync(folder)).toBe(true)
})

const onProgress = () => undefined

async function hashOf(folder: string): Promise<string> {
  const hash = createHash('sha256')
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const file of files.map(({ parentPath, name }) => join(parentPath, name)).sort()) {
    hash.update(file.slice(folder.length)).update(await readFile(file).catch(() => ''))
  }
  return hash.digest('hex')
}
