import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPglite } from './pglite.ts'

it('an open database reads the files that it no longer keeps in memory, and uses the extensions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'release-files-'))
  try {
    const pglite = await openPglite(join(folder, 'db'))
    await pglite.exec('create extension pgcrypto; create extension pg_trgm')
    const { rows } = await pglite.query(`
      select to_tsvector('german', 'die Häuser')::text as words,
             timezone('America/New_York', '2026-07-01 12:00+00'::timestamptz)::text as time,
             crypt('secret', crypt('secret', gen_salt('bf', 4))) like '$2a$04$%' as hashed,
             similarity('bakery', 'bakrey') > 0 as alike`)
    expect(rows).toEqual([{ words: `'haus':2`, time: '2026-07-01 08:00:00', hashed: true, alike: true }])
    await pglite.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
