import { expect, it } from 'vitest'
import type { ChatMessage } from './chat-protocol.ts'
import { receiptsOf } from './message-receipts.ts'
import type { ReadPositions } from './read-receipts.ts'

const message = (number: number, sender_id: string, deleted_at: string | null = null): ChatMessage => ({
  id: `m${number}`,
  number,
  sender_id,
  content: `${number}`,
  created_at: '2026-03-04T10:00:00+00:00',
  edited_at: null,
  deleted_at,
  metadata: {},
  sender: null,
})
/** Read positions by person: the number of the last message that each has seen, the reader included. */
const seers = (upTo: Record<string, number>): ReadPositions =>
  new Map(Object.entries({ me: 99, ...upTo }).map(([name, number]) => [name, { name, upTo: number }]))
const mine = [message(1, 'me'), message(2, 'Ben'), message(3, 'me'), message(4, 'me'), message(5, 'Ben')]
const standing = (upTo: Record<string, number>, messages = mine) =>
  Object.fromEntries(receiptsOf(messages, seers(upTo), 'me'))

it('[messages.md#seen] stands beside the newest that somebody has seen, and "Sent" beside the newest where nobody has', () => {
  expect(standing({})).toEqual({ m4: { text: 'Sent' } })
  expect(standing({ Ben: 3, Ana: 1 })).toEqual({ m3: { text: 'Seen by Ben' }, m4: { text: 'Sent' } })
  expect(standing({ Ben: 5, Ana: 4 })).toEqual({ m4: { text: 'Seen by Ana and Ben' } })
  expect(standing({ Ben: 5 }, [message(2, 'Ben')])).toEqual({})
})

it('[messages.md#seen] names three, and of more the first two, by name', () => {
  expect(standing({ Cleo: 5, Ana: 5, Ben: 5 })).toEqual({ m4: { text: 'Seen by Ana, Ben and Cleo' } })
  expect(standing({ Cleo: 5, Dora: 5, Ana: 5, Ben: 5 })).toEqual({
    m4: { text: 'Seen by Ana, Ben and 2 others', all: 'Ana, Ben, Cleo and Dora' },
  })
})

it('says nothing of what was deleted', () => {
  const messages = [message(1, 'me'), message(2, 'me', '2026-03-04T10:01:00+00:00')]
  expect(standing({ Ben: 2 }, messages)).toEqual({ m1: { text: 'Seen by Ben' } })
})
