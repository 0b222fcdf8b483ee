import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createDatabaseFolder } from './create-database-folder.ts'
import { embeddedDatabase } from './embedded-database.ts'

const home = mkdtempSync(join(tmpdir(), 'engine-new-database-'))
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
  })

  it('is made whole where the power went while it was made before', async () => {
    const folder = join(home, 'interrupted')
    mkdirSync(`${folder}.unfinished`)
    writeFileSync(join(`${folder}.unfinished`, 'PG_VERSION'), '18')
    await createDatabaseFolder(folder)
    expect(readdirSync(folder)).toContain('global')
    expect(readdirSync(join(folder, 'global'))).toContain('pg_control')
  })

  it('is made and used by a process that may have few files open, and leaves some of them to others', () => {
    const use = `
      import { openSync } from 'node:fs'
      import { embeddedDatabase } from ${JSON.stringify(join(import.meta.dirname, 'embedded-database.ts'))}
      const database = await embeddedDatabase(${JSON.stringify(join(home, 'few-files'))})
      const text = "do $$ begin for i in 1..300 loop execute format('create table t%s (n int unique)', i); end loop; end $$"
      await database.run({}, { text })
      for (let i = 1; i <= 300; i++) await database.run({}, { text: 'select from t' + i + ' where n = 1' })
      for (let file = 0; file < 60; file++) openSync(process.execPath)
      await database.close()
      console.log('closed')`
    const program = [process.execPath, '--input-type=module', '--eval', use]
    expect(execFileSync('sh', ['-c', 'ulimit -n 256 && exec "$@"', 'sh', ...program], { encoding: 'utf8' })).toBe(
      'closed\n',
    )
  })

  it('takes no place where something else lies', async () => {
    const folder = join(home, 'photos')
    mkdirSync(folder)
    writeFileSync(join(folder, 'shop.jpg'), '')
    await expect(createDatabaseFolder(folder)).rejects.toThrow('ENOTEMPTY')
    expect(readdirSync(folder)).toEqual(['shop.jpg'])
    expect(readdirSync(home)).not.toContain('photos.unfinished')
  })
})
