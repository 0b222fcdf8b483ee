import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createClient } from '@supabase/supabase-js'
import { unpackTar } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngine } from '../assembly/start-engine.ts'
import { wholeEngine } from '../assembly/whole-engine.ts'
import { connectTo, openFolder } from '../database/offline/plain-client.ts'
import { parseConfig } from '../kernel/config/environment-variables.ts'
import type { RunningEngine } from '../kernel/running-engine.ts'
import { copyDataDir } from '../testing/first-start.ts'
import { freePort } from '../testing/free-port.ts'
import { freshDatabase } from '../testing/fresh-database.ts'
import { BadArchive } from './bad-archive.ts'
import { type BackUpResult, backUp } from './create-backup.ts'
import { move } from './move-installation.ts'
import { archiveOpener } from './open-archive.ts'
import type { BackupPlace } from './places/backup-place.ts'
import { folderPlace } from './places/folder-place.ts'
import { restore } from './restore-backup.ts'
import { BEFORE_BACKUPS, PLATFORM_ROWS, TABLES } from './testing/backup-project.ts'
import { verify } from './verify-backup.ts'

const home = await mkdtemp(join(tmpdir(), 'backup-'))
const project = join(home, 'project')
const PASSPHRASE = 'correct horse battery'
const given = { onProgress: () => undefined, ...wholeEngine }
const silent = { LOG_LEVEL: 'silent', RATE_LIMITS: 'off', MAIL_URL: 'file:' }
const { TEST_POSTGRES_URL } = process.env

/** `made` is the encrypted archive, `open` the unencrypted one. */
type BackupFixture = {
  env: NodeJS.ProcessEnv
  engine: RunningEngine
  place: BackupPlace
  made: BackUpResult
  open: BackUpResult
}
let world: BackupFixture

async function settings(name: string, onPostgres: boolean): Promise<NodeJS.ProcessEnv> {
  return {
    ...silent,
    DATA_DIR: join(home, name),
    PROJECT_DIR: project,
    PORT: String(await freePort()),
    ...(onPostgres && TEST_POSTGRES_URL && { DATABASE_URL: await freshDatabase(TEST_POSTGRES_URL) }),
  }
}

const configOf = (env: NodeJS.ProcessEnv) => parseConfig(env, { name: 'North' })
const start = (env: NodeJS.ProcessEnv) => startEngine({ name: 'North', env })
const clientOf = ({ ownUrl, serviceRoleKey }: RunningEngine) =>
  createClient(ownUrl, serviceRoleKey, { auth: { persistSession: false, autoRefreshToken: false } })

beforeAll(async () => {
  await mkdir(join(project, 'migrations'), { recursive: true })
  await writeFile(join(project, 'migrations', '1_odd.sql'), TABLES)
  await writeFile(join(project, 'migrations', '2_kept.sql'), PLATFORM_ROWS)
  await writeFile(join(project, 'config.toml'), '')
  const env = await settings('source', true)
  const engine = await start(env)
  const place = folderPlace(join(home, 'archives'))
  const db = clientOf(engine)
  for (const [name, bytes] of [
    ['empty.txt', ''],
    ['words.txt', 'to be kept'],
    ['large.txt', 'x'.repeat(200_000)],
  ] as const) {
    const { error } = await db.storage.from('files').upload(name, bytes, { contentType: 'text/plain' })
    if (error) throw error
  }
  await db.rpc('say', { word: 'as said' }).throwOnError()
  const { error } = await db.auth.admin.createUser({
    email: 'ana@north.test',
    password: 'mainstreet',
    email_confirm: true,
  })
  if (error) throw error
  const asked = { config: configOf(env), tokens: engine, place, ...given }
  const made = await backUp({ ...asked, passphrase: PASSPHRASE })
  world = { env, engine, place, made, open: await backUp({ ...asked, passphrase: undefined }) }
})
afterAll(async () => {
  await world.engine.stop()
  await rm(home, { recursive: true, force: true })
})

const make = (place: BackupPlace) =>
  backUp({ ...given, config: configOf(world.env), tokens: world.engine, place, passphrase: PASSPHRASE })

const openMade = () => archiveOpener(world.place, world.made.name, PASSPHRASE)
const restored = async (env: NodeJS.ProcessEnv) => ({
  env,
  result: await restore({ config: configOf(env), open: openMade(), ...given }),
})
let embedded: ReturnType<typeof restored> | undefined

/** A restored installation on the embedded database. It is restored once, and each test has a copy of its own. */
async function restoredCopy(name: string) {
  embedded ??= restored(await settings('restored', false))
  const [{ env: first, result }, env] = [await embedded, await settings(name, false)]
  copyDataDir(`${first.DATA_DIR}`, `${env.DATA_DIR}`)
  return { env, result }
}

async function rowsOf(engine: RunningEngine) {
  const { data, error } = await clientOf(engine).from('odd').select('*').order('id')
  if (error) throw error
  return data
}

describe('a backup of a server that runs', () => {
  // Restores into the other kind of database too, where a PostgreSQL is available.
  it.each(TEST_POSTGRES_URL ? [true, false] : [false])(
    'comes back elsewhere as it was (on PostgreSQL: %s)',
    async (onPostgres) => {
      expect(world.made).toMatchObject({ files: 3, missing: 0 })
      const { env, result } = onPostgres
        ? await restored(await settings('elsewhere', true))
        : await restoredCopy('here')
      expect(result).toMatchObject({ rows: world.made.rows, files: 3, hasKeys: true })
      const engine = await start(env)
      try {
        expect(await rowsOf(engine)).toEqual(await rowsOf(world.engine))
        const db = clientOf(engine)
        expect((await db.from('changes').select('n')).data).toHaveLength(2)
        expect((await db.rpc('said')).data, 'by the key of the vault').toEqual(['as said', 'never', 'ever'])
        expect((await db.from('odd').insert({}).select('id').single()).data).toEqual({ id: 3 })
        expect((await db.from('odd').insert({ twin: 99 })).error?.code).toBe('23503')
        const { data: words } = await db.storage.from('files').download('words.txt')
        expect(await words?.text()).toBe('to be kept')
        expect(engine.serviceRoleKey).toBe(world.engine.serviceRoleKey)
        const visitor = createClient(engine.ownUrl, engine.anonKey, { auth: { persistSession: false } })
        const signedIn = await visitor.auth.signInWithPassword({ email: 'ana@north.test', password: 'mainstreet' })
        expect(signedIn.error).toBe(null)
      } finally {
        await engine.stop()
      }
      await expect(restored(env)).rejects.toThrow(/^There (is|are) .* already\./)
    },
  )

  it('holds the files of its moment, though they are removed before it has come to them', async () => {
    const bucket = clientOf(world.engine).storage.from('files')
    await bucket.upload('late.txt', 'removed meanwhile', { contentType: 'text/plain' })
    const place: BackupPlace = {
      ...world.place,
      async write(name, archive) {
        expect((await bucket.remove(['late.txt'])).error).toBe(null)
        return world.place.write(name, archive)
      },
    }
    const made = await make(place)
    expect(made).toMatchObject({ files: 4, missing: 0 })
  })

  it('is restored for trial, and nothing of that stays', async () => {
    const seen: string[] = []
    await verify({
      ...given,
      ...{ config: configOf(world.env), open: openMade() },
      async inspect(engine) {
        seen.push(...(await rowsOf(engine)).map(({ id }) => String(id)))
        return []
      },
    })
    expect(seen).toEqual(['1', '2'])
    expect(await readdir(join(home, 'source', 'copies')).catch(() => [])).toEqual([])
  })
})

describe('a server that is stopped', () => {
  it("is backed up as older code left it, and its backup is refused where today's code cannot go on from there", async () => {
    const { env } = await (TEST_POSTGRES_URL ? restored(await settings('older', true)) : restoredCopy('older'))
    const { client, end } = env.DATABASE_URL
      ? await connectTo(env.DATABASE_URL, 'somebody')
      : await openFolder(join(`${env.DATA_DIR}`, 'db'))
    await client.query(BEFORE_BACKUPS)
    await end()
    const asked = { config: configOf(env), place: folderPlace(join(home, 'older-archives')) }
    const { name } = await backUp({ ...asked, tokens: world.engine, passphrase: undefined, ...given })
    const open = archiveOpener(asked.place, name, undefined)
    await expect(restore({ config: configOf(await settings('newer', true)), open, ...given })).rejects.toThrow(
      /lacks 41 of the 42 migrations that were replaced by platform\/schemas.* Commit 8099dd95/,
    )
  })

  // Moves from the embedded database to PostgreSQL and back, where a PostgreSQL is available.
  it('is moved elsewhere, in steps that can be repeated, and the old place stays as it was', async () => {
    const { env: old } = await restoredCopy('to-be-moved')
    const stops = [
      old,
      ...(TEST_POSTGRES_URL ? [await settings('moved', true)] : []),
      await settings('moved-back', false),
    ]
    for (const [index, env] of stops.slice(1).entries()) {
      const asked = { from: configOf(stops[index] ?? {}), to: configOf(env), ...given }
      const cutOff = move({ ...asked, onProgress: (text) => failAt(text, 'tables 3 of') })
      await expect(cutOff).rejects.toThrow('cut off')
      expect(await move(asked)).toMatchObject({ rows: world.made.rows, files: 3, missing: 0 })
      await expect(move(asked)).rejects.toThrow(/^There (is|are) .* already\./)
    }
    const [last = {}] = stops.slice(-1)
    const engine = await start(last)
    expect(await rowsOf(engine)).toEqual(await rowsOf(world.engine))
    const { data: words } = await clientOf(engine).storage.from('files').download('words.txt')
    expect(await words?.text()).toBe('to be kept')
    const running = move({ from: configOf(last), to: configOf(await settings('too-early', false)), ...given })
    await expect(running).rejects.toThrow(/is in use by|A server is using that database/)
    await engine.stop()
  })
})

const failAt = (text: string, step: string) => {
  if (text.startsWith(step)) throw new Error('cut off')
}

it('holds no keys where it is not encrypted', async () => {
  const open = archiveOpener(world.place, world.open.name, undefined)
  const pieces = await unpackTar(await buffer(await open()))
  expect(pieces.map(({ header }) => header.name)).not.toContain('keys.json')
  const config = configOf(await settings('keyless', false))
  expect(await restore({ config, open, ...given })).toMatchObject({ hasKeys: false })
})

it('leaves nothing behind where an archive is damaged', async () => {
  const config = configOf(await settings('damaged', false))
  const whole = await buffer(await archiveOpener(world.place, world.open.name, undefined)())
  const open = async () => Readable.from([whole.subarray(0, whole.length / 2)])
  await expect(restore({ config, open, ...given })).rejects.toThrow(BadArchive)
  expect(await readdir(config.dataDir).catch(() => [])).toEqual([])
})

it('leaves no draft and a reason behind where it fails', async () => {
  const place: BackupPlace = { ...world.place, write: async () => Promise.reject(new Error('The disk is full.')) }
  const setAside = () => readdir(join(home, 'source', 'files', 'quarantine'), { recursive: true }).catch(() => [])
  const [archives, waiting] = [await readdir(join(home, 'archives')), await setAside()]
  await expect(make(place)).rejects.toThrow('The disk is full.')
  expect(await readdir(join(home, 'archives'))).toEqual(archives)
  // The restored database has no running backup, so files are removed at once again.
  const bucket = clientOf(world.engine).storage.from('files')
  await bucket.upload('gone.txt', 'x', { contentType: 'text/plain' })
  await bucket.remove(['gone.txt'])
  expect(await setAside()).toEqual(waiting)
})
