import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ChatLog, discard, merge, refuseFirst } from './chat-log.ts'
import type { ChatMessage } from './chat-protocol.ts'

const empty: ChatLog = { messages: [], outgoing: [] }

const message = (id: string, created_at: string, clientId?: string): ChatMessage => ({
  id,
  created_at,
  sender_id: 'ana',
  content: id,
  edited_at: null,
  deleted_at: null,
  metadata: clientId === undefined ? {} : { clientId },
  sender: null,
})
const ids = ({ messages }: ChatLog) => messages.map(({ id }) => id)

it('keeps the server’s order, down to the microsecond, whatever came first', () => {
  const a = message('a', '2026-03-04T10:00:00.000100+00:00')
  const b = message('b', '2026-03-04T10:00:00.000200+00:00')
  const c = message('c', '2026-03-04T10:00:01+00:00')
  expect(ids(merge(merge(empty, [c, b]), [a]))).toEqual(['a', 'b', 'c'])
})

it('shows nothing twice and loses nothing, in whatever order and however often messages come', () => {
  const one = fc.record({ id: fc.integer({ min: 0, max: 40 }), second: fc.integer({ min: 0, max: 3 }) })
  fc.assert(
    fc.property(fc.array(fc.array(one, { maxLength: 20 })), (arrivals) => {
      const all = arrivals.map((batch) =>
        batch.map(({ id, second }) => message(`m${id}`, `2026-03-04T10:00:0${second}+00:00`)),
      )
      const log = all.reduce(merge, empty)
      expect(new Set(ids(log)).size).toBe(log.messages.length)
      expect(new Set(ids(log))).toEqual(new Set(all.flat().map(({ id }) => id)))
    }),
  )
})

it('takes an own message out of what is on its way once it comes back', () => {
  const waiting = { clientId: 'mine', content: 'Hello', writtenAt: '2026-03-04T10:00:00Z' }
  const log = { messages: [], outgoing: [waiting, { ...waiting, clientId: 'other' }] }
  const acknowledged = merge(log, [message('1', '2026-03-04T10:00:00+00:00', 'mine')])
  expect(acknowledged.outgoing.map(({ clientId }) => clientId)).toEqual(['other'])
})

it('marks what the server refused, which is the first that waits for an answer', () => {
  const outgoing = ['a', 'b', 'c'].map((clientId) => ({ clientId, content: clientId, writtenAt: '' }))
  const refused = (log: ChatLog) => log.outgoing.filter(({ isRefused }) => isRefused).map(({ clientId }) => clientId)
  const once = refuseFirst({ messages: [], outgoing })
  expect(refused(once)).toEqual(['a'])
  expect(refused(refuseFirst(once))).toEqual(['a', 'b'])
  expect(discard(once, 'a').outgoing.map(({ clientId }) => clientId)).toEqual(['b', 'c'])
})
