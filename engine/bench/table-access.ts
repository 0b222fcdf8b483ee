/**
 * Measures table access. Compares in one run and on the same database: the engine; the limit, which is the least work
 * with the same answer, one batch over the raw protocol behind node:http; and the competitor, `@supabase/lite`. Runs on
 * PGlite and on PostgreSQL, with one request at a time and sixteen, under the row policies of a sample project, as one
 * of its people. The contestants take turns, so that each has the machine to itself; the median of the rounds counts.
 * The first figures are the processor time of a request. The goals: in the server at most twice the limit's, in
 * PostgreSQL 1.5 times, and of its requests a second 60 %, or 70 % with one at a time.
 *
 * Run: npm run bench -- table-access [--write], where --write writes the tables into engine/docs/performance-tables.md.
 * It takes less than five minutes. `--on PostgreSQL` or `--on PGlite` measures only that one.
 */
import { deepStrictEqual } from 'node:assert/strict'
import { parseArgs } from 'node:util'
import { isSmoke, smokeSized } from '../testing/measuring/smoke-size.ts'
import { withTimeLimit } from '../testing/measuring/time-limit.ts'
import { markdownTable, writeFigures } from '../testing/measuring/write-results.ts'
import { type Kind, startContestants } from './table-access-contestants.ts'
import { loadOn } from './table-access-load.ts'
import { asks } from './table-access-requests.ts'
import { average, RequestResults, row } from './table-access-results.ts'

const LIMIT_MS = 300_000
/** Counted from the start of the process: half of the time is for each database, however long the preparation takes. */
const ENDS_MS = { PGlite: 135_000, PostgreSQL: 270_000 }
const ROUNDS = smokeSized(5, 1)
/**
 * The durations of a turn: one request at a time makes fewer requests, and the slowest hundredth of them should still
 * be several.
 */
const TURNS = [
  { atOnce: 1, ms: smokeSized(600, 20) },
  { atOnce: 16, ms: smokeSized(200, 20) },
]
/**
 * The warm-up for each request and contestant: after a minute a server has compiled the code it uses, and its slowest
 * answers take half as long.
 */
const WARM_UP_MS = smokeSized(1_000, 20)

const { values: options } = parseArgs({ options: { write: { type: 'boolean' }, on: { type: 'string' } } })

await withTimeLimit(LIMIT_MS, async (opened) => {
  const sections: string[] = []
  for (const kind of smokeSized<Kind[]>(['PGlite', 'PostgreSQL'], ['PostgreSQL'])) {
    if (options.on !== undefined && options.on !== kind) continue
    const { rows, memory } = await compare(kind, opened)
    console.log(`\nOn ${kind}`)
    console.table(rows)
    console.log(memory)
    sections.push(`On ${kind}:\n\n${markdownTable(rows)}\n\n${memory}`)
  }
  if ((options.write || isSmoke) && options.on === undefined) await writeFigures('table-access', sections.join('\n\n'))
  return true
})

async function compare(kind: Kind, parent: AsyncDisposableStack) {
  await using opened = new AsyncDisposableStack()
  // Closes everything also where the whole run is interrupted.
  parent.defer(() => opened.disposeAsync())
  const contestants = await startContestants(kind, opened)
  const loads = contestants.map((contestant) => ({ name: contestant.name, load: loadOn(contestant, opened) }))
  for (const ask of asks) {
    // A contestant with a different answer might have less work.
    const answers = []
    for (const { load } of loads) answers.push(await load.answer(ask))
    for (const answer of answers) deepStrictEqual(answer, answers[0], `Everybody answers "${ask.name}" alike.`)
  }
  for (const ask of asks) for (const { load } of loads) await load.measure(ask, 16, WARM_UP_MS)
  const turns = asks.flatMap((ask) => TURNS.map(({ atOnce, ms }) => ({ cell: new RequestResults(ask, atOnce), ms })))
  for (let round = 0; round === 0 || (round < ROUNDS && performance.now() < ENDS_MS[kind]); round++) {
    for (const { cell, ms } of turns) {
      for (const { name, load } of loads) cell.add(name, await load.measure(cell.ask, cell.atOnce, ms))
    }
    loads.reverse()
  }
  const cells = turns.map(({ cell }) => cell)
  const engine = contestants.find(({ name }) => name === 'engine')?.server
  return {
    rows: [...cells.map((cell) => row(cell, kind)), ...TURNS.map(({ atOnce }) => average(cells, atOnce))],
    memory: `Afterwards the engine takes ${await engine?.memoryMb()} MB; at most it took ${await engine?.peakMb()} MB.`,
  }
}
