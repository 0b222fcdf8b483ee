/**
 * Measures how many people can sign in per second. Nearly all of the work is comparing passwords, which is slow on
 * purpose: the limit is `@node-rs/bcrypt` alone, with the same cost in a process like the engine's. Runs one sign-in at
 * a time and sixteen at once, by the seed's people in turn, on PGlite and on PostgreSQL. The contestants take turns, so
 * that each has the machine to itself; the median of the rounds counts. The goal is 90 % of the limit.
 *
 * Run: npm run bench -- sign-in [--write], where --write writes the table into engine/docs/performance-tables.md. It
 * takes less than two minutes.
 */
import { parseArgs } from 'node:util'
import { median } from '../testing/measuring/percentile.ts'
import { smokeSized } from '../testing/measuring/smoke-size.ts'
import { withTimeLimit } from '../testing/measuring/time-limit.ts'
import { report } from '../testing/measuring/write-results.ts'
import { bcryptAlone, type Contestant, engineOn, type Kind, type Measured } from './sign-in-contestants.ts'

const LIMIT_MS = 120_000
/** The time when the bench ends, counted from the start of the process. */
const ENDS_MS = 90_000
const ROUNDS = smokeSized(9, 1)
const TURN_MS = smokeSized(1_000, 100)
const CONCURRENCIES = [1, 16]

const { values: options } = parseArgs({ options: { write: { type: 'boolean' } } })

await withTimeLimit(LIMIT_MS, async (opened) => {
  const contestants = [await bcryptAlone(opened)]
  for (const kind of smokeSized<Kind[]>(['PGlite', 'PostgreSQL'], ['PostgreSQL'])) {
    contestants.push(await engineOn(kind, opened))
  }
  for (const { measure } of contestants) await measure(16, TURN_MS)
  const results = CONCURRENCIES.map((atOnce) => ({ atOnce, measured: contestants.map((): Measured[] => []) }))
  for (let round = 0; round === 0 || (round < ROUNDS && performance.now() < ENDS_MS); round++) {
    for (const { atOnce, measured } of results) {
      for (const [index, { measure }] of contestants.entries()) measured[index]?.push(await measure(atOnce, TURN_MS))
    }
  }
  const rows = results.flatMap(({ atOnce, measured }) => table(contestants, atOnce, measured))
  await report('sign-in', rows, options)
  return true
})

/** The first contestant is the limit, with which the others are compared round by round. */
function table(contestants: readonly Contestant[], atOnce: number, measured: readonly Measured[][]) {
  return contestants.map(({ name }, index) => {
    const own = measured[index] ?? []
    const ofLimit = own.map(({ perSecond }, round) => perSecond / (measured[0]?.[round]?.perSecond ?? Number.NaN))
    return {
      '': name,
      'at once': String(atOnce),
      'a second': median(own.map(({ perSecond }) => perSecond)).toFixed(1),
      'of the limit': `${(100 * median(ofLimit)).toFixed(0)} %`,
      'CPU ms': median(own.map(({ cpuMs }) => cpuMs)).toFixed(1),
    }
  })
}
