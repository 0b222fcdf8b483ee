import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf, MigrationsFolder } from './migrations-folder.ts'
import { squash } from './squash.ts'
import { differencesOf, NotWritten, recordMigrations, writeMigration } from './write-migration.ts'

const home = mkdtempSync(join(tmpdir(), 'write-migration-'))
const folder = new MigrationsFolder(home)
let database: Database & AsyncDisposable
beforeAll(async () => {
  mkdirSync(join(home, 'migrations'))
  database = await throwawayDatabase()
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  rmSync(home, { recursive: true })
})

const clients = 'create table public.clients (name text);'
const withField = 'create table public.clients (name text, city text);'
const renamed = 'create table public.clients (title text, city text);'
const project = (sql: string, time: string) => ({
  database,
  folder,
  schemas: new Map([['schemas/clients.sql', sql]]),
  now: new Date(`2026-11-27T${time}Z`),
})
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@north.test', ...args], { cwd: home })

describe('npm run migration', () => {
  it('writes what leads to the schemas, with the time at which it runs, and records it', async () => {
    await writeMigration(project(clients, '08:00:00'), 'Clients')
    const written = await writeMigration(project(withField, '09:00:00'), 'Field of clients')
    expect(written).toEqual({ file: '20261127090000_field_of_clients.sql', byHand: 0 })
    expect(folder.text('20261127090000_field_of_clients.sql')).toBe(
      '-- Field of clients\n\nalter table public.clients add column city text;\n',
    )
    expect(faultsOf(folder, new Date('2026-11-27T09:00:00Z'))).toEqual([])
    expect(await differencesOf(project(withField, '09:00:01'))).toBeUndefined()
    expect(await writeMigration(project(withField, '09:00:01'), 'Nothing')).toBeUndefined()
  })

  it('says where schemas and migrations differ, and what is missing', async () => {
    const differing = await differencesOf(
      project(clients.replace('name text', 'name text, city text, age int'), '09:30:00'),
    )
    expect(differing).toContain('different databases')
    expect(differing).toContain('alter table public.clients add column age int;')
  })

  it('writes nothing where a new column is not the last one, and says why', async () => {
    const misplaced = project(clients.replace('name text', 'street text, name text, city text'), '09:40:00')
    await expect(writeMigration(misplaced, 'Street')).rejects.toThrow('public.clients come in another order')
    expect(await differencesOf(misplaced)).toContain('public.clients come in another order')
  })

  it('leaves a part to a person, and records it once that is written', async () => {
    const written = await writeMigration(project(renamed, '10:00:00'), 'Rename')
    expect(written).toMatchObject({ byHand: 1 })
    const file = '20261127100000_rename.sql'
    expect(folder.text(file)).toContain('-- to be written by hand: column public.clients.name is gone')
    await expect(recordMigrations(project(renamed, '10:00:01'))).rejects.toThrow('has a part to be written by hand')
    folder.write(file, 'alter table public.clients rename column name to heading;\n')
    await expect(recordMigrations(project(renamed, '10:00:02'))).rejects.toThrow('different databases')
    folder.write(file, 'alter table public.clients rename column name to title;\n')
    expect(await recordMigrations(project(renamed, '10:00:03'))).toEqual([file])
  })

  it('takes an edited one that is not committed yet, and no other', async () => {
    const file = '20261127100000_rename.sql'
    git('init', '--quiet')
    folder.write(file, 'alter table public.clients rename name to title;\n')
    expect(await recordMigrations(project(renamed, '10:30:00'))).toEqual([file])
    git('add', '.')
    git('commit', '--quiet', '--message', 'Rename')
    folder.write(file, 'alter table public.clients rename column name to title;\n')
    await expect(recordMigrations(project(renamed, '10:31:00'))).rejects.toThrow(NotWritten)
    git('checkout', '--quiet', '.')
  })

  it('squashes them all into what the schemas say, and names what it replaces', async () => {
    await expect(squash(project(clients, '11:00:00'), 'abc123')).rejects.toThrow('different databases')
    expect(await squash(project(renamed, '11:00:00'), 'abc123')).toBe('20261127110000_baseline.sql')
    expect(folder.files()).toEqual(['20261127110000_baseline.sql'])
    const text = folder.text('20261127110000_baseline.sql')
    expect(text).toContain('-- replaces: 20261127080000 20261127090000 20261127100000\n')
    expect(text).toContain('-- last commit that has them: abc123\n')
    expect(text.endsWith(`-- schemas/clients.sql\n\n${renamed}\n`)).toBe(true)
    expect(faultsOf(folder, new Date('2026-11-27T11:00:00Z'))).toEqual([])
    expect(await differencesOf(project(renamed, '11:00:01'))).toBeUndefined()
  })
})
