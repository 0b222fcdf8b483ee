import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const home = mkdtempSync(join(tmpdir(), 'engine-compile-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/**
 * A process that collects garbage as a server does, parses and computes a lot while V8 reports what it compiles, and at
 * the end prints its peak memory in megabytes.
 */
const busy = `
  import { readFileSync } from 'node:fs'
  import { embeddedDatabase } from ${JSON.stringify(join(import.meta.dirname, '../embedded-database.ts'))}
  const database = await embeddedDatabase(${JSON.stringify(join(home, 'db'))})
  await database.run({}, { text: 'select 1' })
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const text = 'select ' + Array(1_500).fill('(1)').join(', ')
  for (let statement = 0; statement < 30; statement++) await database.run({}, { text })
  await database.run({}, { text: 'select sum(n * n) from generate_series(1::numeric, 300000) as n' })
  await database.close()
  // On Linux maxRSS includes the memory of the process that started this one.
  const own = process.platform === 'linux' && /VmHWM:\\s*(.*) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
  console.log('Megabytes:', (own || process.resourceUsage().maxRSS) / 1024)
`
// V8 then optimises at once what it would otherwise optimise later in the background.
const flags = [
  '--wasm-sync-tier-up',
  '--trace-wasm-compilation-times',
  '--expose-gc',
  '--input-type=module',
  '--eval',
  busy,
]

describe('PGlite, compiled', () => {
  let told: string
  beforeAll(() => {
    told = execFileSync(process.execPath, flags, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  })

  it('leaves the SQL parser as it is, however much was parsed', () => {
    // V8 writes its report whenever its buffer is full, possibly in the middle of another line.
    const megabytes = Number(/Megabytes: ([\d.]+)/.exec(told)?.[1])
    expect(megabytes).toBeGreaterThan(100)
    expect(megabytes).toBeLessThan(400)
  })

  it('is optimised elsewhere', () => {
    expect(told.match(/using TurboFan/g)?.length).toBeGreaterThan(5)
  })

  it('is compiled function by function, as each is called', () => {
    // The module has 13,725 functions.
    expect(told.match(/using Liftoff/g)?.length).toBeLessThan(7_000)
  })
})
