import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type ChatLog,
  completeUpTo,
  discard,
  emptyLog,
  forgetUpTo,
  gapsOf,
  merge,
  mergeAll,
  mergeMissedChanges,
  missingIn,
  noteLastNumber,
  refuseFirst,
} from './chat-log.ts'
import type { ChatMessage } from './chat-protocol.ts'

const empty = emptyLog()

const message = (number: number, clientId?: string): ChatMessage => ({
  id: `m${number}`,
  number,
  created_at: '2026-03-04T10:00:00+00:00',
  sender_id: 'ana',
  content: `${number}`,
  edited_at: null,
  deleted_at: null,
  metadata: clientId === undefined ? {} : { clientId },
  sender: null,
})
const ids = ({ messages }: ChatLog) => messages.map(({ id }) => id)

it('keeps the server’s order, whatever came first', () => {
  expect(ids(merge(merge(empty, [message(10), message(2)]), [message(1)]))).toEqual(['m1', 'm2', 'm10'])
})

it('[messages.md#missed-messages] knows what it lacks: between what came, and up to the last that it heard of', () => {
  const log = noteLastNumber(
    merge(
      empty,
      [3, 4, 7, 8].map((number) => message(number)),
    ),
    10,
  )
  expect(gapsOf(log)).toEqual([
    { from: 5, to: 6 },
    { from: 9, to: 10 },
  ])
  expect(missingIn(log)).toBe(4)
  expect(completeUpTo(log)).toBe(4)
  expect(completeUpTo(noteLastNumber(merge(empty, [message(3)]), 3))).toBe(3)
  // Message 6 was erased, so its number is no gap.
  expect(gapsOf(mergeAll(log, [message(5)], { from: 5, to: 6 }))).toEqual([{ from: 9, to: 10 }])
  expect(gapsOf(noteLastNumber(empty, 10))).toEqual([])
})

it('shows nothing twice and loses nothing, in whatever order and however often messages come', () => {
  const one = fc.integer({ min: 1, max: 40 })
  fc.assert(
    fc.property(fc.array(fc.array(one, { maxLength: 20 })), (arrivals) => {
      const all = arrivals.map((batch) => batch.map((number) => message(number)))
      const log = all.reduce(merge, empty)
      expect(new Set(ids(log)).size).toBe(log.messages.length)
      expect(new Set(ids(log))).toEqual(new Set(all.flat().map(({ id }) => id)))
    }),
  )
})

it('[messages.md#missed-messages] counts what is missing as if it had looked for it, whatever came, was erased, given up or brought back', () => {
  const number = fc.integer({ min: 1, max: 40 })
  const numbers = fc.array(number, { maxLength: 10 })
  type Step = (log: ChatLog) => ChatLog
  const step = fc.oneof(
    numbers.map(
      (all): Step =>
        (log) =>
          merge(
            log,
            all.map((one) => message(one)),
          ),
    ),
    number.map(
      (last): Step =>
        (log) =>
          noteLastNumber(log, last),
    ),
    number.map(
      (last): Step =>
        (log) =>
          forgetUpTo(log, last),
    ),
    fc.tuple(numbers, number, number).map(([all, from, to]): Step => {
      const within = all.filter((one) => one >= from && one <= to)
      return (log) =>
        mergeAll(
          log,
          within.map((one) => message(one)),
          { from, to },
        )
    }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const log = steps.reduce((before, change) => change(before), empty)
      const here = new Set([...log.messages.map((one) => one.number), ...log.gone])
      const first = log.messages[0]?.number ?? log.lastNumber + 1
      const lacking = Array.from({ length: log.lastNumber }, (_, index) => index + 1).filter(
        (one) => one >= first && !here.has(one),
      )
      expect(missingIn(log)).toBe(lacking.length)
      expect(
        gapsOf(log).flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index)),
      ).toEqual(lacking)
    }),
  )
})

it('[messages.md#connection] takes over what became of a message that is here, and nothing older than what it knows', () => {
  const edited = { ...message(2), content: 'better', edited_at: '2026-03-04T10:02:00+00:00' }
  const deleted = { ...message(2), content: 'Message deleted', deleted_at: '2026-03-04T10:03:00+00:00' }
  const back = noteLastNumber(merge(empty, [message(2), message(3)]), 3)
  const changed = mergeMissedChanges(back, [message(1), edited])
  expect(changed.messages).toEqual([edited, message(3)])
  expect(mergeMissedChanges(mergeMissedChanges(changed, [deleted]), [edited]).messages).toEqual([deleted, message(3)])
})

it('[messages.md#connection] asks for what changed since the last moment of which it was told, until that is here', () => {
  const edited = { ...message(1), edited_at: '2026-03-04T10:02:00+00:00' }
  const back = noteLastNumber(merge(empty, [edited, message(2)]), 2)
  expect(back.changesMissedSince).toBe(Date.parse('2026-03-04T10:02:00Z'))
  // The connection closed again before the missed changes were loaded, and a message had arrived meanwhile.
  const again = noteLastNumber(merge(back, [{ ...message(3), created_at: '2026-03-04T10:05:00+00:00' }]), 3)
  expect(again.changesMissedSince).toBe(back.changesMissedSince)
  expect(mergeMissedChanges(again, []).changesMissedSince).toBeUndefined()
  expect(noteLastNumber(empty, 3).changesMissedSince).toBeUndefined()
})

it('takes an own message out of what is on its way once it comes back', () => {
  const waiting = { clientId: 'mine', content: 'Hello', writtenAt: '2026-03-04T10:00:00Z' }
  const log = { ...empty, outgoing: [waiting, { ...waiting, clientId: 'other' }] }
  const acknowledged = merge(log, [message(1, 'mine')])
  expect(acknowledged.outgoing.map(({ clientId }) => clientId)).toEqual(['other'])
})

it('marks what the server refused, which is the first that waits for an answer', () => {
  const outgoing = ['a', 'b', 'c'].map((clientId) => ({ clientId, content: clientId, writtenAt: '' }))
  const refused = (log: ChatLog) => log.outgoing.filter(({ refusal }) => refusal).map(({ clientId }) => clientId)
  const once = refuseFirst(emptyLog(outgoing), 'Too many messages.')
  expect(refused(once)).toEqual(['a'])
  expect(refused(refuseFirst(once, 'Too many messages.'))).toEqual(['a', 'b'])
  expect(discard(once, 'a').outgoing.map(({ clientId }) => clientId)).toEqual(['b', 'c'])
})
