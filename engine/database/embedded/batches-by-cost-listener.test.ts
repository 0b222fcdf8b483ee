import { expect, it } from 'vitest'
import type { CostListener } from '../database.ts'
import { BatchesByCostListener } from './batches-by-cost-listener.ts'

function makeCostListener() {
  const spent: number[] = []
  const costListener: CostListener = { onSpent: (ms) => void spent.push(ms) }
  return { costListener, spent }
}

/** Writes to a connection: a text is sent, an object names the listener of the texts that follow. */
function write(
  batches: BatchesByCostListener,
  ...written: (string | { costListener: CostListener | undefined })[]
): Buffer[] {
  return written.flatMap((one) =>
    typeof one === 'string' ? Buffer.from(one) : (batches.beginningFor(one.costListener) ?? []),
  )
}

it('are one for each who spends, in the order in which they were written', () => {
  const batches = new BatchesByCostListener()
  const [ana, ben] = [makeCostListener(), makeCostListener()]
  const made = batches.of(
    write(
      batches,
      'engine',
      { costListener: ana.costListener },
      'a',
      'na',
      { costListener: ben.costListener },
      'ben',
      { costListener: undefined },
      'engine',
    ),
  )
  expect(made.map(({ bytes }) => bytes.toString())).toEqual(['engine', 'ana', 'ben', 'engine'])
  expect(made.map(({ number }) => batches.costListenerOf(number))).toEqual([
    undefined,
    ana.costListener,
    ben.costListener,
    undefined,
  ])
})

it('go on with whose were written before', () => {
  const batches = new BatchesByCostListener()
  const ana = makeCostListener()
  batches.of(write(batches, { costListener: ana.costListener }, 'begin'))
  const [batch] = batches.of(write(batches, { costListener: ana.costListener }, 'select', { costListener: undefined }))
  expect(batch?.bytes.toString()).toBe('select')
  expect(batches.costListenerOf(batch?.number ?? 0)).toBe(ana.costListener)
})

it('count for whose they are, once', () => {
  const batches = new BatchesByCostListener()
  const [ana, ben] = [makeCostListener(), makeCostListener()]
  const made = batches.of(
    write(batches, { costListener: ana.costListener }, 'ana', { costListener: ben.costListener }, 'ben'),
  )
  for (const [index, { number }] of made.entries()) {
    batches.answered(number, 10 * index)
    batches.answered(number, 1_000)
  }
  expect([ana.spent, ben.spent]).toEqual([[0], [10]])
})

it('are none where nothing was written but whose they would be', () => {
  const batches = new BatchesByCostListener()
  expect(batches.of(write(batches, { costListener: makeCostListener().costListener }))).toEqual([])
})
