import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, phone } from '../../testing/expect.ts'
import type { Row } from '../../testing/fake-table.ts'
import {
  bubbles,
  chatMessage,
  conversation,
  enter,
  HISTORY,
  openMessages,
  status,
} from '../../testing/scripted-chat.ts'

const READ_UNTIL = '/rest/v1/rpc/messages_read_until'
const idOf = (index: number) => `e0000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const momentOf = (index: number) => new Date(Date.UTC(2026, 2, 1) + index * 1000).toISOString()
const numbered = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: idOf(index),
    content: `Message ${index}`,
    created_at: momentOf(index),
  }))

it('[messages.md#finding-a-message] a link leads to its message, however long ago it was said, and marks it', async () => {
  openMessages(numbered(1500), `/dashboard/messages?message=${idOf(200)}`)
  const meant = conversation().getByText('Message 200', { exact: true })
  await expect.element(meant).toBeInViewport()
  await expect.poll(() => meant.element().closest('li')?.dataset.meant).toBe('')
  await expect.element(page.getByRole('button', { name: 'Latest messages' })).toBeVisible()
})

it.each(['there-is-none', idOf(9999)])(
  '[messages.md#finding-a-message] a link to %s says calmly that it is not there',
  async (id) => {
    openMessages(numbered(3), `/dashboard/messages?message=${id}`)
    const problem = page.getByText('This message doesn’t exist or was deleted.')
    await expect.element(problem).toBeVisible()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect.element(problem).not.toBeInTheDocument()
  },
)

it('[messages.md#finding-a-message] a link leads to a message that came while there was no connection, and changes are not missed', async () => {
  const rows = numbered(250)
  const { chat, backend } = await enter(rows)
  await expect.element(bubbles()).toHaveLength(100)
  chat.acceptsConnections = false
  chat.cut()
  await expect.element(status()).toHaveTextContent('Not connected')
  rows.push(...numbered(252).slice(250))
  await page.getByRole('button', { name: 'Search messages' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search Messages' })
  await dialog.getByRole('searchbox').fill('message')
  const before = backend.sent('GET', HISTORY).length
  await dialog.getByRole('link').first().click()
  await expect.element(conversation().getByText('Message 251', { exact: true })).toBeInViewport()
  await expect.element(bubbles()).toHaveLength(102)
  const asked = backend.sent('GET', HISTORY).slice(before)
  expect(asked.map(({ query }) => query.number).filter(Boolean)).toEqual(['gt.250'])
  chat.acceptsConnections = true
  await page.getByRole('button', { name: 'Reconnect' }).click()
  const changes = () => backend.sent('GET', HISTORY).find(({ query }) => query.or !== undefined)
  await expect.poll(() => changes()?.params.getAll('created_at')[1]).toBe(`lte.${momentOf(249 + 60)}`)
})

it('[messages.md#finding-a-message] search looks for every word, newest first, and each result leads to its message', async () => {
  await page.viewport(...phone)
  const { backend } = openMessages(numbered(5))
  await expect.element(bubbles()).toHaveLength(5)
  await page.getByRole('button', { name: 'Search messages' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search Messages' })
  const box = dialog.getByRole('searchbox')
  await expect.element(box).toHaveFocus()
  const finds = backend.answer('GET', HISTORY, () => Response.json([]))
  await box.fill('nothing 100%')
  await expect.element(dialog.getByText('Nothing found. A message has to contain all the words.')).toBeVisible()
  expect(backend.sent('GET', HISTORY).at(-1)?.query).toMatchObject({ deleted_at: 'is.null', limit: '50' })
  finds()
  await box.fill('message')
  await expect.element(dialog.getByRole('listitem')).toHaveLength(5)
  await expectAccessible()
  await userEvent.keyboard('{Tab}')
  await dialog.getByRole('link').nth(2).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => bubbles().nth(2).element().getAttribute('data-meant')).toBe('')
})

it('[messages.md#reading] what was not read yet begins at a line, which stays where it was and can be gone to', async () => {
  const rows = numbered(90)
  const { chat, backend } = openMessages(rows)
  backend.answer('GET', READ_UNTIL, () => Response.json(momentOf(9)))
  await expect.element(status()).toHaveTextContent('Connected')
  const line = conversation().getByText('New', { exact: true })
  await expect.element(line).toBeInTheDocument()
  expect(line.element().closest('li')?.dataset.message).toBe(idOf(10))
  chat.deliver(chatMessage('n1', 'And more'))
  await expect.element(bubbles()).toHaveLength(91)
  expect(line.element().closest('li')?.dataset.message).toBe(idOf(10))
  const there = page.getByRole('button', { name: 'First unread' })
  await there.click()
  await expect.element(line).toBeInViewport()
  await expect.element(there).not.toBeInTheDocument()
  await expectAccessible()
})

it('[messages.md#reading] without anything unread there is no line, whatever comes later', async () => {
  const { chat } = await enter(numbered(3))
  chat.deliver(chatMessage('n1', 'Good morning'))
  await expect.element(bubbles()).toHaveLength(4)
  await expect.element(conversation().getByText('New', { exact: true })).not.toBeInTheDocument()
})
