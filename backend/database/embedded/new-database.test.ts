import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { embeddedDatabase } from './embedded.ts'
import { makeDatabase } from './new-database.ts'

const home = mkdtempSync(join(tmpdir(), 'mainstreet-new-database-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('a new embedded database', () => {
  it('is what initdb makes for the version that opens it', async () => {
    const database = await embeddedDatabase(join(home, 'new'))
    const text = `select current_setting('server_encoding') as encoding, current_setting('timezone') as timezone,
      current_setting('data_checksums') as checksums, datcollate, datctype, current_user as owner
      from pg_database where datname = current_database()`
    expect(await database.run({}, { text })).toEqual([
      { encoding: 'UTF8', timezone: 'UTC', checksums: 'on', datcollate: 'C', datctype: 'C.UTF-8', owner: 'postgres' },
    ])
    await database.close()
    expect(readdirSync(home).filter((name) => name.endsWith('.unfinished'))).toEqual([])
  }, 30_000)

  it('is made whole where the power went while it was made before', async () => {
    const folder = join(home, 'interrupted')
    mkdirSync(`${folder}.unfinished`)
    writeFileSync(join(`${folder}.unfinished`, 'PG_VERSION'), '18')
    await makeDatabase(folder)
    expect(readdirSync(folder)).toContain('global')
    expect(readdirSync(join(folder, 'global'))).toContain('pg_control')
  })

  it('is made by a process that may have few files open', async () => {
    const folder = join(home, 'few-files')
    const make = `
      import { makeDatabase } from ${JSON.stringify(join(import.meta.dirname, 'new-database.ts'))}
      await makeDatabase(${JSON.stringify(folder)})`
    const program = [process.execPath, '--input-type=module', '--eval', make]
    execFileSync('sh', ['-c', 'ulimit -n 256 && exec "$@"', 'sh', ...program])
    expect(readdirSync(folder)).toContain('PG_VERSION')
  }, 30_000)

  it('takes no place where something else lies', async () => {
    const folder = join(home, 'photos')
    mkdirSync(folder)
    writeFileSync(join(folder, 'shop.jpg'), '')
    await expect(makeDatabase(folder)).rejects.toThrow('ENOTEMPTY')
    expect(readdirSync(folder)).toEqual(['shop.jpg'])
    expect(readdirSync(home)).not.toContain('photos.unfinished')
  })
})
