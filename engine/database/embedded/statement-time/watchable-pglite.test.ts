import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, it } from 'vitest'
import { openPglite } from '../pglite.ts'
import { compilePglite } from '../wasm/compile-pglite.ts'
import { webAssembly } from '../wasm/web-assembly.ts'
import { StatementWatch } from './running-statement.ts'
import { WatchablePglite } from './watchable-pglite.ts'

const home = mkdtempSync(join(tmpdir(), 'engine-watchable-'))
const { compile, instantiate, Module } = webAssembly
afterAll(() => {
  rmSync(home, { recursive: true, force: true })
  // Compiling for shared memory stays switched on in this process, in which other test files run afterwards.
  Object.assign(webAssembly, { compile, instantiate, Module })
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
function megabytesInUse() {
  collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}

async function open(name: string) {
  const watchable = new WatchablePglite(compilePglite())
  const pglite = await openPglite(join(home, name), { emscripten: watchable.options() })
  return { watchable, pglite, insight: watchable.watch(pglite, () => undefined) }
}

function queryMessage(text: string) {
  const message = Buffer.from(`Q0000${text}\0`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}

it('lets no alarm that PostgreSQL set while it opened count for a statement', async () => {
  const { watchable, pglite, insight } = await open('just-opened')
  const watch = new StatementWatch(insight)
  const alarms: unknown[] = []
  for (const text of ['begin', "select repeat('x', 1000) from generate_series(1, 3000)"]) {
    // The first part of a large answer arrives while its statement is running.
    await watchable.answer(pglite, 1, queryMessage(text), () => alarms.push(watch.look()?.due))
  }
  expect(alarms.length).toBeGreaterThan(0)
  expect(new Set(alarms)).toEqual(new Set([undefined]))
  await pglite.close()
})

it('keeps nothing of what it has answered', async () => {
  const { watchable, pglite } = await open('db')
  const question = queryMessage('select relname, oid from pg_class limit 20')
  const ask = async (times: number) => {
    for (let time = 0; time < times; time++) await watchable.answer(pglite, 1, question, () => undefined)
  }
  await ask(500)
  const before = megabytesInUse()
  await ask(3_000)
  expect(megabytesInUse() - before).toBeLessThan(4)
  await pglite.close()
})
