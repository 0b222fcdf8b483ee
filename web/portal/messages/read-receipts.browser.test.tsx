import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, horizontalOverflow, phone } from '../../testing/expect.ts'
import { ana, ben, sol } from '../../testing/people.ts'
import {
  bubbles,
  chatMessage,
  enter,
  filledIn,
  HISTORY,
  ONLINE,
  openMessages,
  say,
  status,
} from '../../testing/scripted-chat.ts'

const READS = '/rest/v1/rpc/chat_reads'
const MARK = '/rest/v1/rpc/mark_messages_read'
const created_at = '2026-03-04T10:00:00-05:00'
const mine = { id: 'mine', sender_id: ana.id, content: 'Lunch?', created_at }
const reads = (upTo: number, people = [ben]) =>
  Response.json(people.map(({ id, name }) => ({ user_id: id, display_name: name, up_to: upTo })))
const seen = ({ id }: { id: string }, upTo: number) => ({ type: 'seen', seen: [{ userId: id, upTo }] })

it('[messages.md#seen] what one wrote waits, is sent, and is seen by those who have seen it', async () => {
  const { chat, backend } = openMessages()
  backend.answer('GET', READS, () => reads(0))
  await expect.element(status()).toHaveTextContent('Connected')
  await say('Lunch?')
  await expect.element(bubbles()).toMatchTextContent('Sending...')
  const [sent] = await chat.waitFor('message', 1)
  chat.deliver({ type: 'new_message', message: filledIn({ ...mine, metadata: sent?.metadata }) })
  await expect.element(bubbles()).toMatchTextContent(/· Sent$/)
  chat.deliver(seen(ben, 1))
  await expect.element(bubbles()).toMatchTextContent(/· Seen by Ben Carter$/)
  // A person who has never read before has no known name, so their name is requested.
  backend.answer('GET', READS, () => reads(1, [ben, sol]))
  chat.deliver(seen(sol, 1))
  await expect.element(bubbles()).toMatchTextContent(/· Seen by Ben Carter and Sol Okafor$/)
  chat.deliver(seen(ana, 1))
  chat.deliver({ type: 'new_message', message: filledIn({ ...mine, id: 'next', content: 'At one' }) })
  await expect.element(bubbles().last()).toMatchTextContent(/· Sent$/)
  await expect.element(bubbles().first()).toMatchTextContent(/Seen by Ben Carter and Sol Okafor$/)
})

it('[messages.md#seen] what was seen without a connection is asked for with the next one', async () => {
  const { chat, backend } = await enter([mine])
  await expect.element(bubbles()).toMatchTextContent(/· Sent$/)
  backend.answer('GET', READS, () => reads(1))
  await chat.cutAndReturn()
  await expect.element(bubbles()).toMatchTextContent(/· Seen by Ben Carter$/)
})

it('[messages.md#who-is-online] whoever comes back asks for what was said at once, and for who is there and who has seen it later', async () => {
  const rows = [mine]
  const { chat, backend } = await enter(rows)
  await expect.element(bubbles()).toHaveLength(1)
  const before = backend.calls.length
  rows.push({ ...mine, id: 'next' })
  await chat.cutAndReturn()
  const since = () => backend.calls.slice(before).map(({ path }) => path)
  await expect.poll(since).toEqual(expect.arrayContaining([HISTORY, ONLINE, READS]))
  const first = (path: string) => since().indexOf(path)
  expect(first(HISTORY)).toBeLessThan(first(ONLINE))
  expect(first(HISTORY)).toBeLessThan(first(READS))
})

it('[messages.md#seen] keeps and tells up to which number everything was seen, once, and again on a new connection', async () => {
  const rows = [{ id: 'his', content: 'Lunch?', created_at }]
  const { chat, backend } = await enter(rows)
  expect(await chat.waitFor('seen', 1)).toEqual([{ type: 'seen', upTo: 1 }])
  expect(backend.sent('POST', MARK).map(({ body }) => body)).toEqual([{ last_seen: 1 }])
  chat.deliver(chatMessage('later', 'Anybody?'))
  expect((await chat.waitFor('seen', 2)).at(-1)).toEqual({ type: 'seen', upTo: 2 })
  rows.push({ id: 'later', content: 'Anybody?', created_at })
  await chat.cutAndReturn()
  expect((await chat.waitFor('seen', 3)).at(-1)).toEqual({ type: 'seen', upTo: 2 })
})

it('has room on a phone for the longest names', async () => {
  await page.viewport(...phone)
  const { backend } = openMessages([mine])
  const names = ['A'.repeat(120), 'Ben', 'Cleo', 'Dora']
  const long = names.map((name) => ({ user_id: name, display_name: name, up_to: 1 }))
  backend.answer('GET', READS, () => Response.json(long))
  await expect.element(bubbles()).toMatchTextContent(/Seen by A{120}, Ben and 2 others$/)
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
  await expectAccessible()
})
