import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { createSharedWords, RunningStatement, type SharedStatementMemory, StatementWatch } from './running-statement.ts'

const INTERRUPT_PENDING = 8
const QUERY_CANCEL_PENDING = 12

function makeInsight(): SharedStatementMemory {
  const heap = new Int32Array(new SharedArrayBuffer(16))
  return {
    words: createSharedWords(),
    heap,
    interruptPending: INTERRUPT_PENDING,
    queryCancelPending: QUERY_CANCEL_PENDING,
  }
}

const isAskedToStop = ({ heap }: SharedStatementMemory) => heap[QUERY_CANCEL_PENDING / 4] === 1

it('is seen with its alarm, and not once it is over', () => {
  const insight = makeInsight()
  const running = new RunningStatement(insight)
  const watch = new StatementWatch(insight)
  expect(watch.look()).toBeUndefined()
  running.begin(false)
  expect(watch.look()).toMatchObject({ due: undefined, isCancelled: false })
  running.setAlarm(700)
  const seen = watch.look()
  expect((seen?.due ?? 0) - (seen?.since ?? 0)).toBeGreaterThanOrEqual(700)
  running.begin(true)
  expect(watch.look()?.due).toBe(seen?.due)
  running.begin(false)
  expect(watch.look()?.due).toBeUndefined()
  running.end()
  expect(watch.look()).toBeUndefined()
})

it('is cancelled by the two variables that PostgreSQL looks at', () => {
  const insight = makeInsight()
  const running = new RunningStatement(insight)
  const watch = new StatementWatch(insight)
  running.begin(false)
  const seen = watch.look()
  expect(seen && watch.cancel(seen)).toBe(true)
  expect(Array.from(insight.heap)).toEqual([0, 0, 1, 1])
  expect(watch.look()).toMatchObject({ isCancelled: true })
})

it('leaves the next one alone, however late the cancellation comes', () => {
  const insight = makeInsight()
  const running = new RunningStatement(insight)
  const watch = new StatementWatch(insight)
  running.begin(false)
  const first = watch.look()
  running.end()
  running.begin(false)
  expect(first && watch.cancel(first)).toBe(false)
  const second = watch.look()
  expect(second && watch.cancel(second)).toBe(true)
  running.end()
  expect(isAskedToStop(insight)).toBe(false)
  expect(watch.look()).toBeUndefined()
})

it('is not cancelled for an alarm that has been set anew meanwhile', () => {
  const insight = makeInsight()
  const running = new RunningStatement(insight)
  const watch = new StatementWatch(insight)
  running.begin(false)
  running.setAlarm(1)
  const seen = watch.look()
  running.setAlarm(5_000)
  expect(seen && watch.cancel(seen)).toBe(false)
  expect(isAskedToStop(insight)).toBe(false)
})

/** A thread that cancels each statement it sees, as often as it can, where `when` holds. */
function startCanceller(insight: SharedStatementMemory, when: string): Worker {
  const source = `
    import { workerData } from 'node:worker_threads'
    import { clock, msBetween } from ${JSON.stringify(new URL('./shared-clock.ts', import.meta.url).href)}
    import { StatementWatch } from ${JSON.stringify(new URL('./running-statement.ts', import.meta.url).href)}
    const watch = new StatementWatch(workerData)
    for (;;) {
      const seen = watch.look()
      if (seen && !seen.isCancelled && ${when}) watch.cancel(seen)
    }`
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  return new Worker(url, { workerData: insight, execArgv: [] })
}

it('never passes a cancellation on, whenever another thread decides on it', async () => {
  const insight = makeInsight()
  const canceller = startCanceller(insight, 'true')
  const running = new RunningStatement(insight)
  let cancelled = 0
  let leaked = 0
  while (cancelled < 1_000) {
    for (let turn = 0; turn < 1_000; turn++) {
      running.begin(false)
      if (turn % 3 === 0) running.setAlarm(1)
      running.end()
      if (isAskedToStop(insight)) leaked++
      if (insight.heap[INTERRUPT_PENDING / 4] === 1) cancelled++
      insight.heap[INTERRUPT_PENDING / 4] = 0
    }
    await sleep(1)
  }
  await canceller.terminate()
  expect(leaked).toBe(0)
})

it('is never seen with an alarm that is due, while it takes alarms back and sets later ones', async () => {
  const insight = makeInsight()
  const canceller = startCanceller(insight, 'seen.due !== undefined && msBetween(clock(), seen.due) <= 0')
  await new Promise((resolve) => canceller.once('online', resolve))
  const running = new RunningStatement(insight)
  running.begin(false)
  const end = performance.now() + 500
  while (performance.now() < end) {
    for (let turn = 0; turn < 1_000; turn++) {
      running.setAlarm(0)
      running.setAlarm(60_000)
    }
  }
  expect(isAskedToStop(insight)).toBe(false)
  running.end()
  await canceller.terminate()
})
