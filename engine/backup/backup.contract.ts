import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createClient } from '@supabase/supabase-js'
import { packTar, unpackTar } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '../config.ts'
import type { RunningEngine } from '../installation.ts'
import { startEngine } from '../start-engine.ts'
import { freePort } from '../testing/free-port.ts'
import { freshDatabase } from '../testing/fresh-database.ts'
import { BadArchive } from './archive.ts'
import { backUp, type Made } from './back-up.ts'
import { archiveIn } from './open-archive.ts'
import { folderPlace } from './places/folder.ts'
import type { Place } from './places/place.ts'
import { restore } from './restore.ts'
import { verify } from './verify.ts'

const home = await mkdtemp(join(tmpdir(), 'backup-'))
const project = join(home, 'project')
const PASSPHRASE = 'correct horse battery'
const onProgress = () => undefined
const silent = { LOG_LEVEL: 'silent', RATE_LIMITS: 'off', MAIL_URL: 'file:' }
const { TEST_POSTGRES_URL } = process.env

/** Columns and references that are easily lost on the way. */
const TABLES = `
  create table public.odd (
    id bigint generated always as identity primary key,
    twin bigint references public.odd (id) deferrable,
    words text[], bytes bytea, json jsonb, price numeric, born date, at timestamptz, span int4range, fraction float8,
    doubled numeric generated always as (price * 2) stored,
    "a ""strange"" name" text
  );
  create table public.changes (n bigint);
  create function public.note() returns trigger language plpgsql as $$
  begin
    insert into public.changes values (new.id);
    return new;
  end $$;
  create trigger note after insert on public.odd for each row execute function public.note();
  insert into public.odd (words, bytes, json, price, born, at, span, fraction, "a ""strange"" name")
  values (array[e'tab\\t', e'new\\nline', null, ''], '\\x00ff5c', 'null', 0.10, 'infinity', 'epoch', '[1,)', 'NaN', '\\.');
  insert into public.odd default values;
  update public.odd set twin = 3 - id;
  alter table public.odd enable row level security;
  insert into storage.buckets (id, name) values ('files', 'files');`

const _dump = "select to_jsonb(odd) - 'at' as odd, at::text from public.odd order by id"

/** `made` is encrypted, `open` is not. */
type World = { env: NodeJS.ProcessEnv; engine: RunningEngine; place: Place; made: Made; open: Made }
let world: World

async function settings(name: string, onPostgres: boolean): Promise<NodeJS.ProcessEnv> {
  return {
    ...silent,
    DATA_DIR: join(home, name),
    PROJECT_DIR: project,
    PORT: String(await freePort()),
    ...(onPostgres && TEST_POSTGRES_URL && { DATABASE_URL: await freshDatabase(TEST_POSTGRES_URL) }),
  }
}

const start = (env: NodeJS.ProcessEnv) => startEngine({ name: 'North', env })
const clientOf = ({ ownUrl, serviceRoleKey }: RunningEngine) =>
  createClient(ownUrl, serviceRoleKey, { auth: { persistSession: false, autoRefreshToken: false } })

beforeAll(async () => {
  await mkdir(join(project, 'migrations'), { recursive: true })
  await writeFile(join(project, 'migrations', '1_odd.sql'), TABLES)
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
  const { error } = await db.auth.admin.createUser({
    email: 'ana@north.test',
    password: 'mainstreet',
    email_confirm: true,
  })
  if (error) throw error
  const asked = { config: parseConfig(env, { name: 'North' }), tokens: engine, place, onProgress }
  const made = await backUp({ ...asked, passphrase: PASSPHRASE })
  world = { env, engine, place, made, open: await backUp({ ...asked, passphrase: undefined }) }
}, 120_000)
afterAll(async () => {
  await world.engine.stop()
  await rm(home, { recursive: true, force: true })
})

const make = (place: Place) =>
  backUp({
    config: parseConfig(world.env, { name: 'North' }),
    tokens: world.engine,
    ...{ place, passphrase: PASSPHRASE, onProgress },
  })

async function rowsOf(engine: RunningEngine) {
  const { data, error } = await clientOf(engine).from('odd').select('*').order('id')
  if (error) throw error
  return data
}

describe('a backup of a server that runs', () => {
  // Embedded to PostgreSQL, and the other way, where there is a PostgreSQL.
  it.each(TEST_POSTGRES_URL ? [true, false] : [false])(
    'comes back elsewhere as it was (on PostgreSQL: %s)',
    async (onPostgres) => {
      const { made } = world
      expect(made).toMatchObject({ files: 3, missing: 0 })
      const env = await settings(`restored-${onPostgres}`, onPostgres)
      const config = parseConfig(env, { name: 'North' })
      const open = archiveIn(world.place, made.name, PASSPHRASE)
      expect(await restore({ config, open, onProgress })).toMatchObject({ rows: made.rows, files: 3, hasKeys: true })
      const engine = await start(env)
      try {
        expect(await rowsOf(engine)).toEqual(await rowsOf(world.engine))
        const db = clientOf(engine)
        expect((await db.from('changes').select('n')).data).toHaveLength(2)
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
      await expect(restore({ config, open, onProgress })).rejects.toThrow(/^There (is|are) .* already\./)
    },
    120_000,
  )

  it('holds the files of its moment, though they are removed before it has come to them', async () => {
    const bucket = clientOf(world.engine).storage.from('files')
    await bucket.upload('late.txt', 'removed meanwhile', { contentType: 'text/plain' })
    const place: Place = {
      ...world.place,
      async write(name, archive) {
        expect((await bucket.remove(['late.txt'])).error).toBe(null)
        return world.place.write(name, archive)
      },
    }
    const made = await make(place)
    expect(made).toMatchObject({ files: 4, missing: 0 })
  }, 120_000)

  it('is restored for trial, and nothing of that stays', async () => {
    const { made } = world
    const config = parseConfig(world.env, { name: 'North' })
    const seen: string[] = []
    await verify({
      ...{ config, onProgress, open: archiveIn(world.place, made.name, PASSPHRASE) },
      async inspect(engine) {
        seen.push(...(await rowsOf(engine)).map(({ id }) => String(id)))
        return []
      },
    })
    expect(seen).toEqual(['1', '2'])
    expect(await readdir(join(home, 'source', 'copies')).catch(() => [])).toEqual([])
  }, 120_000)
})

describe('an archive', () => {
  /** With other pieces than were written. */
  async function damaged(change: (pieces: Awaited<ReturnType<typeof unpackTar>>) => typeof pieces) {
    const bytes = await buffer(await archiveIn(world.place, world.open.name, undefined)())
    return Buffer.from(await packTar(change(await unpackTar(bytes))))
  }
  const restoring = async (archive: Buffer) => {
    const config = parseConfig(await settings(`damaged-${crypto.randomUUID()}`, false), { name: 'North' })
    const restored = restore({ config, open: async () => Readable.from([archive]), onProgress })
    await expect(restored).rejects.toThrow(BadArchive)
    expect(await readdir(config.dataDir).catch(() => [])).toEqual([])
    return restored.catch((error: Error) => error.message)
  }
  const isFile = ({ header: { name, size } }: { header: { name: string; size: number } }) =>
    name.startsWith('files/') && size > 0

  it('is refused with a byte turned over in a file, and the file is named', async () => {
    const archive = await damaged((pieces) => {
      const bytes = pieces.find(isFile)?.data
      if (bytes) bytes[0] = 255 - (bytes[0] ?? 0)
      return pieces
    })
    expect(await restoring(archive)).toMatch(/^files\/[\da-f-]+ is not what was written\.$/)
  }, 120_000)

  it('is refused without one of its files, and the file is named', async () => {
    const archive = await damaged((pieces) => pieces.filter((piece) => piece !== pieces.find(isFile)))
    expect(await restoring(archive)).toMatch(/^files\/[\da-f-]+ is missing\.$/)
  }, 120_000)

  it.each([0.3, 0.9])(
    'is refused where it is cut off after %d of it',
    async (part) => {
      const whole = await damaged((pieces) => pieces)
      expect(await restoring(whole.subarray(0, Math.floor(whole.length * part)))).toMatch(/^It is cut off/)
    },
    120_000,
  )

  it('is opened by its passphrase alone, and holds no keys where there is none', async () => {
    const { name } = world.made
    await expect(archiveIn(world.place, name, 'another passphrase')()).rejects.toThrow('It cannot be decrypted')
    await expect(archiveIn(world.place, name, undefined)()).rejects.toThrow('It is encrypted')
    const { open } = world
    const pieces = await unpackTar(await buffer(await archiveIn(world.place, open.name, undefined)()))
    expect(pieces.map(({ header }) => header.name)).not.toContain('keys.json')
    const config = parseConfig(await settings('keyless', false), { name: 'North' })
    const restored = restore({ config, open: archiveIn(world.place, open.name, undefined), onProgress })
    expect(await restored).toMatchObject({ hasKeys: false })
  }, 120_000)
})

it('leaves no draft and a reason behind where it fails', async () => {
  const place: Place = { ...world.place, write: async () => Promise.reject(new Error('The disk is full.')) }
  const setAside = () => readdir(join(home, 'source', 'files', 'quarantine'), { recursive: true }).catch(() => [])
  const [archives, waiting] = [await readdir(join(home, 'archives')), await setAside()]
  await expect(make(place)).rejects.toThrow('The disk is full.')
  expect(await readdir(join(home, 'archives'))).toEqual(archives)
  // No backup is under way any more, so that files are removed at once again.
  const bucket = clientOf(world.engine).storage.from('files')
  await bucket.upload('gone.txt', 'x', { contentType: 'text/plain' })
  await bucket.remove(['gone.txt'])
  expect(await setAside()).toEqual(waiting)
}, 120_000)
