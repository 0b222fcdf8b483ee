import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { embeddedDatabase } from './embedded-database.ts'
import { FolderInUse } from './folder-lock.ts'

const home = mkdtempSync(join(tmpdir(), 'engine-embedded-'))
const folder = join(home, 'db')
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A process that writes one number after the other, with checkpoints, and prints each one once it was acknowledged. */
const writer = `
  import { embeddedDatabase } from ${JSON.stringify(join(import.meta.dirname, 'embedded-database.ts'))}
  const database = await embeddedDatabase(${JSON.stringify(folder)})
  await database.transaction({}, (tx) => tx.query('create table if not exists numbers (n serial primary key)'))
  for (;;) {
    const [row] = await database.transaction({}, (tx) => tx.query('insert into numbers default values returning n'))
    process.stdout.write(row.n + '\\n')
    if (row.n % 5 === 0) await database.run({}, { text: 'checkpoint' })
  }
`
const startWriter = () =>
  spawn(process.execPath, ['--input-type=module', '--eval', writer], { stdio: ['ignore', 'pipe', 'inherit'] })

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

it('loses no acknowledged write to kill -9, at whatever moment, and opens again at once', async () => {
  const acknowledged: number[] = []
  for (const patience of [1, 40, 90]) {
    const child = startWriter()
    const lines = createInterface({ input: child.stdout })
    const enough = Promise.withResolvers<void>()
    let seen = 0
    lines.on('line', (line) => {
      acknowledged.push(Number(line))
      if (++seen === patience) enough.resolve()
    })
    await enough.promise
    await sleep(Math.random() * 20)
    await kill(child)
  }
  const database = await embeddedDatabase(folder)
  const kept = new Set((await database.run<{ n: number }>({}, { text: 'select n from numbers' })).map(({ n }) => n))
  await database.close()
  expect(acknowledged.length).toBeGreaterThanOrEqual(131)
  expect(acknowledged.filter((n) => !kept.has(n))).toEqual([])
})

it('refuses a second process on the same folder, and says who has it', async () => {
  const child = startWriter()
  await once(createInterface({ input: child.stdout }), 'line')
  const second = embeddedDatabase(folder)
  await expect(second).rejects.toBeInstanceOf(FolderInUse)
  await expect(second).rejects.toThrow(`${folder} is in use by process ${child.pid}, started `)
  await kill(child)
})

it('waits for a process that is just stopping', async () => {
  const child = startWriter()
  await once(createInterface({ input: child.stdout }), 'line')
  const opening = embeddedDatabase(folder)
  await sleep(300)
  await kill(child)
  const database = await opening
  expect(await database.run({}, { text: 'select 1 as one' })).toEqual([{ one: 1 }])
  await database.close()
})

it('keeps answering other work while a query takes long', async () => {
  const database = await embeddedDatabase(folder)
  let ticks = 0
  const clock = setInterval(() => ticks++, 10)
  const slow = database.run({}, { text: 'select pg_sleep(0.5)' })
  await slow
  clearInterval(clock)
  await database.close()
  expect(ticks).toBeGreaterThan(3)
})

/** Enough for a slow machine to open the database, whose thread begins no statement before. */
const RUNAWAY_MS = 4_000

it('ends a runaway statement, and answers who waits behind it', async () => {
  const database = await embeddedDatabase(folder, { runawayMs: RUNAWAY_MS })
  const forever =
    'with recursive forever (n) as (select 1 union all select n from forever) select count(*) from forever'
  const endless = database.run({}, { text: forever })
  const behindIt = database.run({}, { text: 'select 2 as two' })
  await expect(endless).rejects.toMatchObject({ code: '57014' })
  expect(await behindIt).toEqual([{ two: 2 }])
  await database.close()
})

it('does not count as time of a statement what it waits for others', async () => {
  const database = await embeddedDatabase(folder, { runawayMs: RUNAWAY_MS })
  const slow = Array.from({ length: 6 }, () => database.run({}, { text: 'select pg_sleep(0.8)' }))
  const last = database.run({}, { text: 'select 2 as two' })
  await Promise.all(slow)
  expect(await last).toEqual([{ two: 2 }])
  await database.close()
})

it('answers who nests deeply, and everybody after them', async () => {
  const database = await embeddedDatabase(join(home, 'deep'), { runawayMs: 20_000 })
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const [asked, after] = await Promise.all([
    database.run<{ length: number }>({}, { text: 'select length($1::json::text) as length', values: [deep(50_000)] }),
    database.run<{ one: number }>({}, { text: 'select 1 as one' }),
  ])
  expect([asked, after]).toEqual([[{ length: 100_000 }], [{ one: 1 }]])
  await database.close()
})

it('answers whole to whoever speaks its protocol themselves, however much that is', async () => {
  const database = await embeddedDatabase(folder)
  const text = `select repeat('x', 1000) from generate_series(1, 3000)`
  const question = Buffer.from(`Q0000${text}\0`)
  question.writeInt32BE(question.length - 1, 1)
  const answer = await database.raw?.((ask) => ask(question))
  expect(answer?.length).toBeGreaterThan(3_000_000)
  expect(answer?.subarray(-6).toString('latin1')).toBe('Z\0\0\0\x05I')
  expect(await database.run({}, { text: 'select 1 as one' })).toEqual([{ one: 1 }])
  await database.close()
})
