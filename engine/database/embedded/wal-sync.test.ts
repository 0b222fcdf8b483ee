import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openPglite } from './pglite.ts'
import { LogSync } from './wal-sync.ts'

const home = mkdtempSync(join(tmpdir(), 'engine-log-sync-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const LOG = '/db/pg_wal/000000010000000000000001'
const TABLE = '/db/base/5/1259'

/** A file system whose streams are called by their paths, and the operations on it in order. */
function recorded() {
  const done: string[] = []
  const failed: unknown[] = []
  const operation = (name: string) => (of: unknown) => void done.push(`${name} ${String(of)}`)
  const named = ({ node }: { node: object }) => String(node)
  const fs = {
    node_ops: {
      setattr: operation('setattr'),
      mknod: operation('mknod'),
      rename: operation('rename'),
      unlink: operation('unlink'),
      rmdir: operation('rmdir'),
      symlink: operation('symlink'),
    },
    stream_ops: {
      setattr: operation('setattr'),
      write: (stream: { node: object }) => void done.push(`write ${named(stream)}`),
      close: (stream: { node: object }) => void done.push(`close ${named(stream)}`),
    },
    realPath: String,
  }
  let works = true
  const log = new LogSync(
    (path) => {
      if (!works) throw new Error('The disk is gone.')
      done.push(`sync ${path}`)
    },
    (error) => failed.push(error),
  )
  const sync = log.of(fs)
  return { log, fs, sync, done, failed, breakDisk: () => (works = false) }
}
const stream = (path: string, nfd = 7) => ({ nfd, node: { toString: () => path } })

describe('the write-ahead log', () => {
  it('is brought to the disk once, however often it was asked for, and not without reason', () => {
    const { log, sync, fs, done } = recorded()
    for (let time = 0; time < 3; time++) {
      fs.stream_ops.write(stream(LOG))
      sync(LOG, 7)
    }
    fs.stream_ops.close(stream(TABLE, 8))
    expect(done).not.toContain(`sync ${LOG}`)
    log.settle()
    log.settle()
    expect(done.filter((one) => one === `sync ${LOG}`)).toHaveLength(1)
  })

  it('is on the disk before anything else changes there', () => {
    const { sync, fs, done } = recorded()
    const changes: (() => void)[] = [
      ...Object.values(fs.node_ops).map((change) => () => change(TABLE)),
      () => fs.stream_ops.setattr(TABLE),
      () => fs.stream_ops.write(stream(TABLE, 8)),
      () => fs.stream_ops.close(stream(LOG)),
      () => sync(TABLE, 8),
    ]
    for (const change of changes) {
      sync(LOG, 7)
      change()
    }
    expect(changes).toHaveLength(10)
    expect(done.filter((_, at) => at % 2 === 0)).toEqual(Array(10).fill(`sync ${LOG}`))
    expect(done.filter((_, at) => at % 2 === 1)).not.toContain(`sync ${LOG}`)
  })

  it('is nobody’s to go on without, where it does not get to the disk', () => {
    const { log, sync, failed, breakDisk } = recorded()
    sync(LOG, 7)
    breakDisk()
    expect(() => log.settle()).toThrow('The disk is gone.')
    expect(failed).toHaveLength(1)
  })
})

type State = { first: number[]; others: number[]; rows: number }

/**
 * The state found after a power cut at this moment: the log as it was on the disk, every other file as last written.
 */
async function afterPowerCut(folder: string, log: ReadonlyMap<string, Buffer>): Promise<State> {
  const left = join(home, 'left')
  await cp(folder, left, { recursive: true })
  for (const [name, bytes] of log) await writeFile(join(left, 'pg_wal', name), bytes)
  const pglite = await openPglite(left)
  const {
    rows: [state],
  } = await pglite.query<State>(`
    select array_agg(distinct n) filter (where id <= 20) as first, array_agg(distinct n) filter (where id > 20) as others,
      count(*)::int as rows
    from counts`)
  // A page whose change is not in the log must not have been written.
  await pglite.exec(`update counts set filler = filler || 'y'; checkpoint`)
  await pglite.close()
  rmSync(left, { recursive: true })
  if (!state) throw new Error('Nothing was counted.')
  return state
}

describe('a power cut', () => {
  it('takes nothing that was acknowledged, and leaves nothing half', async () => {
    const folder = join(home, 'db')
    const onDisk = new Map<string, Buffer>()
    const log = new LogSync(
      (path) => {
        if (path.includes('pg_wal')) onDisk.set(basename(path), readFileSync(path))
      },
      () => undefined,
    )
    // The little memory makes Postgres write to tables while the log's sync is still outstanding.
    const pglite = await openPglite(folder, { sync: log, bufferMb: 1 })
    await pglite.exec(`
      create table counts (id int primary key, n int not null, filler text not null);
      insert into counts select id, 0, repeat('x', 500) from generate_series(1, 4000) as id`)
    for (const n of [1, 2]) {
      await pglite.exec(`update counts set n = ${n}`)
      log.settle()
      expect(await afterPowerCut(folder, onDisk)).toEqual({ first: [n], others: [n], rows: 4000 })
      // Nothing acknowledges these updates.
      await pglite.exec(`update counts set n = ${n + 10} where id <= 20`)
      expect(await afterPowerCut(folder, onDisk)).toEqual({ first: [n], others: [n], rows: 4000 })
      await pglite.exec(`update counts set n = ${n + 10} where id > 20`)
      const { first, others, rows } = await afterPowerCut(folder, onDisk)
      expect([first, rows]).toEqual([[n + 10], 4000])
      expect([[n], [n + 10]]).toContainEqual(others)
    }
    await pglite.close()
  })
})

const ROUNDS = 10
/** In Node's trace of its threads, a `stat` marks the start and the end of each round. */
const writer = (folder: string) => `
  import { statSync } from 'node:fs'
  import { embeddedDatabase } from ${JSON.stringify(join(import.meta.dirname, 'embedded-database.ts'))}
  const database = await embeddedDatabase(${JSON.stringify(folder)})
  await database.run({}, { text: 'create table numbers (n serial primary key)' })
  const insert = () => database.run({}, { text: 'insert into numbers default values' })
  for (let round = 0; round < ${ROUNDS}; round++) {
    statSync('.')
    await Promise.all(Array.from({ length: 16 }, insert))
    statSync('.')
  }
  await database.close()
`
type Traced = { name: string; ph: string; ts: number }

describe('a commit', () => {
  it('is answered when the log is on the disk, which as many as come together share', async () => {
    const trace = join(home, 'trace.json')
    const child = spawn(
      process.execPath,
      [
        '--trace-event-categories',
        'node.fs.sync',
        '--trace-event-file-pattern',
        trace,
        '--input-type=module',
        '--eval',
        writer(join(home, 'traced')),
      ],
      { stdio: 'inherit' },
    )
    expect(await once(child, 'exit')).toEqual([0, null])
    const { traceEvents }: { traceEvents: Traced[] } = JSON.parse(readFileSync(trace, 'utf8'))
    const times = (wanted: string) =>
      traceEvents.flatMap(({ name, ph, ts }) => (name === wanted && ph === 'B' ? ts : [])).toSorted((a, b) => a - b)
    const synced = times('fs.sync.fsync')
    const marks = times('fs.sync.stat')
    expect(marks).toHaveLength(2 * ROUNDS)
    const within = Array.from({ length: ROUNDS }, (_, round) => {
      const [from = 0, to = 0] = marks.slice(2 * round)
      return synced.filter((ts) => from < ts && ts < to).length
    })
    expect(Math.min(...within)).toBeGreaterThanOrEqual(1)
    expect(within.reduce((sum, some) => sum + some)).toBeLessThan((16 * ROUNDS) / 2)
  })
})
