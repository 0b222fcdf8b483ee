import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectTexts, horizontalOverflow, phone } from '../../testing/expect.ts'
import type { Row } from '../../testing/fake-table.ts'
import { ana, ben } from '../../testing/people.ts'
import {
  bubbles,
  chatMessage,
  conversation,
  enter,
  field,
  filledIn,
  HISTORY,
  ONLINE,
  openMessages,
  say,
  status,
} from '../../testing/scripted-chat.ts'

const log = () => page.getByRole('log', { name: 'New messages' })
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const on = (minute: number) => `2026-03-01T09:${String(minute).padStart(2, '0')}:00-05:00`

/** Creates this many messages, one a minute. */
const numbered = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, content: `Message ${index}`, created_at: on(index) }))

it('[messages.md#reading] the three formats of time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime('2026-03-05T15:00:00-05:00')
  await enter([
    { id: '1', content: 'before', created_at: '2026-03-01T09:05:00-05:00' },
    { id: '2', content: 'yesterday', created_at: '2026-03-04T23:59:00-05:00' },
    { id: '3', content: 'today', created_at: '2026-03-05T00:01:00-05:00' },
  ])
  await expectTexts(bubbles().getByRole('time'), ['Mar 1, 09:05', 'Yesterday 23:59', '00:01'])
})

it('says in view that there are no messages yet', async () => {
  await enter()
  await expect.element(page.getByText('No messages yet. Say hello.')).toBeInViewport({ ratio: 1 })
})

it('[messages.md#reading] messages come in the order of the server, each once, however they arrive', async () => {
  const message = (number: number, content: string) => ({
    id: `${number}`,
    number,
    content,
    created_at: ago(5 - number),
  })
  const third = message(3, 'third')
  const { chat } = await enter([message(1, 'first'), third])
  await expect.element(bubbles()).toHaveLength(2)
  chat.deliver({ type: 'new_message', message: filledIn(message(2, 'second')) })
  chat.deliver({ type: 'new_message', message: filledIn(third) })
  await expectTexts(bubbles().getByText(/^(first|second|third)$/), ['first', 'second', 'third'])
})

it('[messages.md#reading] whoever hears the messages is told of each who says it', async () => {
  const message = (id: string, content: string, sender: { id: string }) => ({ id, content, sender_id: sender.id })
  await enter([
    { ...message('a', 'Morning', ben), created_at: ago(3) },
    { ...message('b', 'Coffee?', ben), created_at: ago(2) },
    { ...message('c', 'Please', ana), created_at: ago(1) },
  ])
  await expectTexts(bubbles().getByText(/^(Ben Carter|You):?$/), ['Ben Carter', 'Ben Carter:', 'You:'])
})

it('[messages.md#typing] who is typing is shown, and gone with a new connection', async () => {
  const { chat, backend } = openMessages()
  // Ben began to type before this person opened the chat.
  let is_typing = true
  backend.answer('GET', ONLINE, () =>
    Response.json([{ user_id: ben.id, is_typing, user_profiles: { display_name: ben.name, avatar_url: null } }]),
  )
  const line = page.getByText('Ben Carter is typing...')
  await expect.element(page.getByRole('heading', { name: 'Online Users (1)' })).toBeVisible()
  await expect.element(line).toBeVisible()
  chat.deliver({ type: 'user_typing', userId: ben.id, isTyping: false })
  await expect.element(line).not.toBeInTheDocument()
  chat.deliver({ type: 'user_typing', userId: ben.id, isTyping: true })
  await expect.element(line).toBeVisible()
  is_typing = false
  await chat.cutAndReturn()
  await expect.element(line).not.toBeInTheDocument()
})

it.each<[string, typeof phone]>([
  ['phone', phone],
  ['desktop', [1280, 800]],
])(
  '[messages.md#reading] 100 messages with long words and links, and thirty online, on a %s: bubbles at most 70 per cent, the latest in view',
  async (_device, size) => {
    await page.viewport(...size)
    const contents = [
      'Short',
      'x'.repeat(400),
      'See https://harbor.test/menu and javascript:alert(1)',
      'A line. '.repeat(60),
    ]
    const { backend } = openMessages(
      Array.from({ length: 500 }, (_, index) => ({
        id: `${index}`,
        content: contents[index % 4] ?? '',
        created_at: ago(500 - index),
      })),
    )
    const crowd = Array.from({ length: 30 }, (_, index) => ({
      user_id: `c0000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      is_typing: false,
      user_profiles: { display_name: `Colleague with quite a long name ${index}`, avatar_url: null },
    }))
    backend.answer('GET', ONLINE, () => Response.json(crowd))
    await expect.element(status()).toHaveTextContent('Connected')
    await expect.element(bubbles()).toHaveLength(100)
    await expect.element(page.getByRole('region', { name: /^Online Users/ }).getByRole('listitem')).toHaveLength(30)
    await expect.element(bubbles().last()).toBeInViewport()
    const widths = bubbles()
      .elements()
      .flatMap(({ children }) => [...children].map((child) => child.getBoundingClientRect().width))
    const list = conversation().getByRole('list').first().element().getBoundingClientRect()
    expect(Math.max(...widths)).toBeLessThanOrEqual(list.width * 0.7 + 1)
    const links = conversation().getByRole('link')
    await expect.element(links.first()).toHaveAttribute('href', 'https://harbor.test/menu')
    await expect.element(links.first()).toHaveAttribute('rel', 'noopener noreferrer')
    for (const link of links.elements()) expect(link.getAttribute('href')).toMatch(/^https:/)
    expect(horizontalOverflow()).toBeLessThanOrEqual(0)
    await expectAccessible()
  },
)

it('[messages.md#reading] several messages at once are read out together, and after a pause only counted', async () => {
  const rows: Row[] = [{ id: 'old', content: 'said before', created_at: on(5) }]
  const { chat } = await enter(rows)
  await expect.element(bubbles()).toHaveLength(1)
  rows.push({ id: 'a', content: 'One', created_at: on(6) }, { id: 'b', content: 'Two', created_at: on(7) })
  await chat.cutAndReturn()
  await expect.poll(() => log().element().textContent).toBe('Ben Carter: One\nBen Carter: Two')
  for (let minute = 10; minute < 50; minute += 1) {
    rows.push({ id: `m${minute}`, content: 'More', created_at: on(minute) })
  }
  await chat.cutAndReturn()
  await expect.poll(() => log().element().textContent).toBe('40 new messages')
})

it('[messages.md#connection] after a pause all that was said in it is there, in its order: 500 messages', async () => {
  const row = (index: number) => ({ id: `${index}`, content: `Message ${index}`, created_at: ago(1000 - index) })
  const rows = Array.from({ length: 100 }, (_, index) => row(index))
  const { chat } = await enter(rows)
  await expect.element(bubbles()).toHaveLength(100)
  for (let index = 100; index < 500; index += 1) rows.push(row(index))
  await chat.cutAndReturn()
  await expect.element(bubbles()).toHaveLength(500)
  const shown = [...conversation().element().querySelectorAll('li p')].map(({ textContent }) => textContent)
  expect(shown.filter((text) => text.startsWith('Message'))).toEqual(rows.map(({ content }) => content))
  await expect.element(bubbles().last()).toBeInViewport()
  // Sending a message still scrolls to the person's own message.
  await say('And now me')
  await expect.element(bubbles().last()).toMatchTextContent('And now me')
  await expect.element(bubbles().last()).toBeInViewport()
})

it('[messages.md#connection] what was edited or deleted in a pause says so after it, however much was said since', async () => {
  const row = (index: number): Row => ({ id: `${index}`, content: `Message ${index}`, created_at: ago(500 - index) })
  const rows = Array.from({ length: 100 }, (_, index) => row(index))
  const { chat, backend } = await enter(rows)
  await expect.element(bubbles()).toHaveLength(100)
  rows[98] = { ...row(98), content: 'Message deleted', deleted_at: ago(399) }
  rows[99] = { ...row(99), content: 'Changed my mind', edited_at: ago(398) }
  for (let index = 100; index < 300; index += 1) rows.push(row(index))
  await chat.cutAndReturn()
  await expect.element(bubbles()).toHaveLength(300)
  await expect.element(bubbles().nth(98)).toMatchTextContent('Message deleted')
  await expect.element(bubbles().nth(99)).toMatchTextContent(/Changed my mind.* · edited/)
  const asked = backend.sent('GET', HISTORY).filter(({ query }) => query.or !== undefined)
  expect(asked.map(({ query }) => query.or)).toEqual(['(edited_at.not.is.null,deleted_at.not.is.null)'])
})

it('[messages.md#reading] whoever reads back stays there, is told what is new, and comes back by a click or by writing', async () => {
  const { chat } = await enter(numbered(60))
  await expect.element(bubbles()).toHaveLength(60)
  const readBack = () => bubbles().first().element().scrollIntoView()
  const position = () => conversation().element().scrollTop

  readBack()
  await expect.element(page.getByRole('button', { name: 'Latest messages' })).toBeVisible()
  const before = position()
  chat.deliver(chatMessage('n1', 'Somebody there?'))
  await expect.element(page.getByRole('button', { name: '1 new message' })).toBeVisible()
  chat.deliver(chatMessage('n2', 'Hello?'))
  const hint = page.getByRole('button', { name: '2 new messages' })
  await expect.element(hint).toBeVisible()
  expect(position()).toBe(before)

  await hint.click()
  await expect.element(bubbles().last()).toBeInViewport()
  await expect.element(hint).not.toBeInTheDocument()

  readBack()
  await expect.element(page.getByRole('button', { name: 'Latest messages' })).toBeVisible()
  await say('Yes, here')
  await expect.element(bubbles().last()).toMatchTextContent('Yes, here')
  await expect.element(bubbles().last()).toBeInViewport()
  await expect.element(field()).toHaveFocus()
})

it('[messages.md#reading] whoever has just begun to read back is not taken to the end by what comes in the same moment', async () => {
  const { chat } = await enter(numbered(60))
  await expect.element(bubbles()).toHaveLength(60)
  await expect.element(bubbles().last()).toBeInViewport()
  const frame = conversation().element()
  // The browser reports a scroll with the next frame.
  frame.scrollTop -= 400
  const before = frame.scrollTop
  chat.deliver(chatMessage('n1', 'Somebody there?'))
  await expect.element(bubbles()).toHaveLength(61)
  await expect.element(page.getByRole('button', { name: /^Latest messages|1 new message$/ })).toBeVisible()
  expect(frame.scrollTop).toBe(before)
})

it('[messages.md#failures] what can be done about a refused message stays in view on a phone', async () => {
  await page.viewport(...phone)
  const { chat } = await enter(numbered(30))
  await say('Can somebody call the bakery back before noon?')
  await chat.waitFor('message', 1)
  chat.deliver({ type: 'error', message: 'Too many messages. Please wait a few seconds.' })
  await expect.element(page.getByRole('button', { name: 'Discard' })).toBeInViewport({ ratio: 1 })
})
