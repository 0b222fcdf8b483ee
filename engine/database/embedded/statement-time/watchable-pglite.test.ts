import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, it } from 'vitest'
import { openPglite } from '../pglite.ts'
import { compilePglite } from '../wasm/compile-pglite.ts'
import { webAssembly } from '../wasm/web-assembly.ts'
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

it('keeps nothing of what it has answered', async () => {
  const watchable = new WatchablePglite(compilePglite())
  const pglite = await openPglite(join(home, 'db'), { emscripten: watchable.options() })
  watchable.watch(pglite, () => undefined)
  const text = 'select relname, oid from pg_class limit 20'
  const question = Buffer.from(`Q0000${text}\0`)
  question.writeInt32BE(question.length - 1, 1)
  const ask = async (times: number) => {
    for (let time = 0; time < times; time++) await watchable.answer(pglite, 1, question, () => undefined)
  }
  await ask(500)
  const before = megabytesInUse()
  await ask(3_000)
  expect(megabytesInUse() - before).toBeLessThan(4)
  await pglite.close()
})
