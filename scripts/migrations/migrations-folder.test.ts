import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { faultsOf, MigrationsFolder } from './migrations-folder.ts'
import { restamp } from './write-migration.ts'

const NOW = new Date('2026-11-27T12:00:00Z')
const BASELINE = '20261127080000_baseline.sql'
const FIELD = '20261127090000_field.sql'

let home: string
let folder: MigrationsFolder
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'migrations-'))
  mkdirSync(join(home, 'migrations'))
  folder = new MigrationsFolder(home)
  write(BASELINE, 'create table a ();')
  write(FIELD, 'alter table a add column b int;')
  folder.record([BASELINE, FIELD])
})
afterEach(() => rmSync(home, { recursive: true }))

const write = (file: string, sql: string) => writeFileSync(join(home, 'migrations', file), sql)
const faults = () => faultsOf(folder, NOW)

describe('the check of the migrations', () => {
  it('has nothing to say of those that are recorded as they are, which sha256sum checks too', () => {
    expect(faults()).toEqual([])
    expect(execFileSync('sha256sum', ['-c', 'migrations.sha256'], { cwd: home, encoding: 'utf8' })).toContain('OK')
  })

  it('fails for one that was edited, and for one that is gone', () => {
    write(BASELINE, 'create table a (b int);')
    expect(faults()).toEqual([expect.stringContaining(`${BASELINE} was edited after it was recorded.`)])
    rmSync(join(home, 'migrations', BASELINE))
    expect(faults()).toEqual([expect.stringContaining(`${BASELINE} is gone`)])
  })

  it('fails for a time that is yet to come, and for one that is none', () => {
    write('20261127120001_soon.sql', 'select 1;')
    write('20261327120001_never.sql', 'select 1;')
    folder.record(folder.files())
    expect(faults()).toEqual([
      expect.stringContaining('20261127120001_soon.sql has a time that is yet to come.'),
      expect.stringContaining('20261327120001_never.sql does not begin with a time'),
    ])
  })

  it('fails for one that was added in the middle, recorded or not', () => {
    write('20261127083000_late.sql', 'select 1;')
    const late = expect.stringContaining(`20261127083000_late.sql came after ${FIELD}, and has an earlier time`)
    expect(faults()).toEqual([late])
    folder.record([BASELINE, FIELD, '20261127083000_late.sql'])
    expect(faults()).toEqual([late])
  })

  it('fails for one that nobody has recorded, and for what is still to be written by hand', () => {
    write('20261127100000_rename.sql', '-- to be written by hand: column public.a.b is gone\n')
    expect(faults()).toEqual([
      expect.stringContaining('20261127100000_rename.sql is not recorded yet'),
      expect.stringContaining('20261127100000_rename.sql has a part to be written by hand'),
    ])
  })
})

describe('a new time', () => {
  it('goes to those that came too late or too early, after all others', () => {
    write('20261127083000_late.sql', 'select 1;')
    write('20261231000000_early.sql', 'select 2;')
    folder.record([BASELINE, FIELD, '20261127083000_late.sql', '20261231000000_early.sql'])
    expect(restamp(folder, NOW)).toEqual(['20261127115959_late.sql', '20261127120000_early.sql'])
    expect(folder.files()).toEqual([BASELINE, FIELD, '20261127115959_late.sql', '20261127120000_early.sql'])
    expect(folder.recorded().map(({ file }) => file)).toEqual([BASELINE, FIELD])
    expect(restamp(folder, NOW)).toEqual([])
  })

  it('leaves the former one in those that were committed, so that a database counts them once', () => {
    write('20261127083000_late.sql', 'select 1;\n')
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@north.test', ...args], { cwd: home })
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '--message', 'Add a migration')
    write('20261127083001_later.sql', 'select 2;\n')
    restamp(folder, NOW)
    const text = (file: string) => readFileSync(join(home, 'migrations', file), 'utf8')
    expect(text('20261127115959_late.sql')).toBe('-- replaces: 20261127083000\nselect 1;\n')
    expect(text('20261127120000_later.sql')).toBe('select 2;\n')
  })
})
