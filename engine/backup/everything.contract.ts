import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeEngine } from '../assembly/whole-engine.ts'
import { type Config, parseConfig } from '../kernel/config/environment-variables.ts'
import { freshDatabase } from '../testing/fresh-database.ts'
import { type BackUpResult, backUp } from './create-backup.ts'
import { createTables } from './create-tables.ts'
import { move } from './move-installation.ts'
import { archiveOpener } from './open-archive.ts'
import { folderPlace } from './places/folder-place.ts'
import { restore } from './restore-backup.ts'
import { contentsOf, onDatabase } from './testing/database-contents.ts'
import { AT_WORK, BY_HAND, EVERYTHING, MISSING_OBJECTS, NOTES } from './testing/every-kind-of-object.ts'

const { TEST_POSTGRES_URL } = process.env
const home = await mkdtemp(join(tmpdir(), 'backup-everything-'))
const project = join(home, 'project')
const onProgress = () => undefined
const place = folderPlace(join(home, 'archives'))

async function installation(name: string, onPostgres: boolean): Promise<Config> {
  const env = {
    DATA_DIR: join(home, name),
    PROJECT_DIR: project,
    ...(onPostgres && TEST_POSTGRES_URL && { DATABASE_URL: await freshDatabase(TEST_POSTGRES_URL) }),
  }
  return parseConfig(env, { name: 'North' })
}

const backUpSource = () =>
  backUp({
    config: source,
    place,
    onProgress,
    ...wholeEngine,
    tokens: { serviceRoleKey: '' },
    passphrase: undefined,
  })

/** The notes without the index that the migration creates on some versions of PostgreSQL only. */
const said = (notes: readonly string[]) => notes.filter((note) => !note.includes('pieces_address_of_idx'))

let source: Config
/** The whole content, except for what the notes name. */
let expected: Awaited<ReturnType<typeof contentsOf>>
let made: BackUpResult
beforeAll(async () => {
  await mkdir(join(project, 'migrations'), { recursive: true })
  await writeFile(join(project, 'migrations', '1_everything.sql'), EVERYTHING)
  await writeFile(join(project, 'config.toml'), '')
  source = await installation('source', true)
  await mkdir(source.dataDir, { recursive: true })
  await createTables({ config: source, ...wholeEngine })
  await onDatabase(source, (client) => client.query(AT_WORK))
  expected = await contentsOf(source)
  expected.objects['constraint public.limited below'] += ' NOT VALID'
  expected.rows['public.shares'] = []
  for (const view of expected.views) if (view.name === 'shares') view.isPopulated = false
  made = await backUp({
    ...wholeEngine,
    config: source,
    place,
    onProgress,
    ...wholeEngine,
    tokens: { serviceRoleKey: '' },
    passphrase: undefined,
  })
})
afterAll(() => rm(home, { recursive: true, force: true }))

describe('a database with one of each kind of thing', () => {
  it('comes back from a backup with the same objects, rows, counters and views', async () => {
    const target = await installation('restored', true)
    const { notes } = await restore({
      config: target,
      open: archiveOpener(place, made.name, undefined),
      onProgress,
      ...wholeEngine,
    })
    expect(said(made.notes)).toEqual([])
    expect(notes).toEqual(NOTES)
    expect(await contentsOf(target)).toEqual(expected)
  })

  // The move needs a database of the other kind. A move between two embedded ones is what the restored backup above covers.
  if (TEST_POSTGRES_URL) {
    it('is the same after a move to the embedded database, and back', async () => {
      const there = await installation('there', false)
      expect(said((await move({ from: source, to: there, onProgress, ...wholeEngine })).notes)).toEqual(NOTES)
      expect((await contentsOf(there)).rows).toEqual(expected.rows)
      const back = await installation('back', true)
      expect(said((await move({ from: there, to: back, onProgress, ...wholeEngine })).notes)).toEqual(NOTES.slice(0, 1))
      expect(await contentsOf(back)).toEqual(expected)
    })
  }

  it('is told what a backup of it does not hold, before that counts as made and at each restore', async () => {
    await onDatabase(source, (client) => client.query(BY_HAND))
    const { name, notes } = await backUpSource()
    for (const named of MISSING_OBJECTS) expect(notes.join('\n')).toContain(named)
    const config = await installation('by-hand', true)
    const restored = await restore({ config, open: archiveOpener(place, name, undefined), onProgress, ...wholeEngine })
    for (const named of [...MISSING_OBJECTS, 'relation public.guarded'])
      expect(restored.notes.join('\n')).toContain(named)
  })
})
