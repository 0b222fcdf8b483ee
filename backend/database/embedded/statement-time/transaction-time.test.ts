import { expect, it } from 'vitest'
import { TransactionTime } from './transaction-time.ts'

/** CommandComplete with this tag, and ReadyForQuery in this state of the transaction. */
function completed(tag: string, state: 'I' | 'T' | 'E') {
  const head = Buffer.from([0x43, 0, 0, 0, 5 + tag.length])
  return Buffer.concat([head, Buffer.from(`${tag}\0`), Buffer.from([0x5a, 0, 0, 0, 5, state.charCodeAt(0)])])
}

function timed() {
  let now = 0
  const time = new TransactionTime(() => now)
  /** PostgreSQL works so long on a message and then sends this. */
  const work = (ms: number, answer: Buffer) => {
    time.starts()
    now += ms
    const told = time.told(answer)
    time.stops()
    return told
  }
  return { work, idle: (ms: number) => (now += ms) }
}

it('is told behind the word that ends the transaction, for all of its statements', () => {
  const { work, idle } = timed()
  expect(work(3, completed('BEGIN', 'T'))).toEqual(completed('BEGIN', 'T'))
  idle(1_000)
  expect(work(246, completed('SELECT 4', 'T'))).toEqual(completed('SELECT 4', 'T'))
  expect(work(1, completed('COMMIT', 'I'))).toEqual(completed('COMMIT 250', 'I'))
})

it('is that of a transaction that failed, too, and of nothing before it', () => {
  const { work } = timed()
  work(500, completed('COMMIT', 'I'))
  work(100, completed('SELECT 1', 'E'))
  expect(work(0, completed('ROLLBACK', 'I'))).toEqual(completed('ROLLBACK 100', 'I'))
})

it('is left out of what was quick, and of what is no transaction', () => {
  const { work } = timed()
  expect(work(5, completed('COMMIT', 'I'))).toEqual(completed('COMMIT', 'I'))
  expect(work(900, completed('VACUUM', 'I'))).toEqual(completed('VACUUM', 'I'))
  expect(work(5, completed('COMMIT', 'I'))).toEqual(completed('COMMIT', 'I'))
})

it('leaves what comes before the end as it is', () => {
  const { work } = timed()
  const row = Buffer.from([0x44, 0, 0, 0, 6, 0, 0])
  expect(work(70, Buffer.concat([row, completed('COMMIT', 'I')]))).toEqual(
    Buffer.concat([row, completed('COMMIT 70', 'I')]),
  )
})
