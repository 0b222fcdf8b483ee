import { expect, it } from 'vitest'
import type { Spender } from '../database.ts'
import { BatchesBySpender } from './batches-by-spender.ts'

function makeSpender() {
  const spent: number[] = []
  const spender: Spender = { onSpent: (ms) => void spent.push(ms) }
  return { spender, spent }
}

/** Writes to a connection: a text is sent, an object names the spender of the texts that follow. */
function write(batches: BatchesBySpender, ...written: (string | { spender: Spender | undefined })[]): Buffer[] {
  return written.flatMap((one) =>
    typeof one === 'string' ? Buffer.from(one) : (batches.beginningFor(one.spender) ?? []),
  )
}

it('are one for each who spends, in the order in which they were written', () => {
  const batches = new BatchesBySpender()
  const [ana, ben] = [makeSpender(), makeSpender()]
  const made = batches.of(
    write(
      batches,
      'engine',
      { spender: ana.spender },
      'a',
      'na',
      { spender: ben.spender },
      'ben',
      { spender: undefined },
      'engine',
    ),
  )
  expect(made.map(({ bytes }) => bytes.toString())).toEqual(['engine', 'ana', 'ben', 'engine'])
  expect(made.map(({ number }) => batches.spenderOf(number))).toEqual([undefined, ana.spender, ben.spender, undefined])
})

it('go on with whose were written before', () => {
  const batches = new BatchesBySpender()
  const ana = makeSpender()
  batches.of(write(batches, { spender: ana.spender }, 'begin'))
  const [batch] = batches.of(write(batches, { spender: ana.spender }, 'select', { spender: undefined }))
  expect(batch?.bytes.toString()).toBe('select')
  expect(batches.spenderOf(batch?.number ?? 0)).toBe(ana.spender)
})

it('count for whose they are, once', () => {
  const batches = new BatchesBySpender()
  const [ana, ben] = [makeSpender(), makeSpender()]
  const made = batches.of(write(batches, { spender: ana.spender }, 'ana', { spender: ben.spender }, 'ben'))
  for (const [index, { number }] of made.entries()) {
    batches.answered(number, 10 * index)
    batches.answered(number, 1_000)
  }
  expect([ana.spent, ben.spent]).toEqual([[0], [10]])
})

it('are none where nothing was written but whose they would be', () => {
  const batches = new BatchesBySpender()
  expect(batches.of(write(batches, { spender: makeSpender().spender }))).toEqual([])
})
