import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../testing/fake-backend.ts'
import type { Row } from '../../testing/fake-table.ts'
import { bubbles, chatMessage, conversation, enter, HISTORY } from '../../testing/scripted-chat.ts'

const long = 'A line that goes on for a while, so that bubbles are of different heights. '

/** Creates this many messages, one a second, of different heights. */
const numbered = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    content: `Message ${index}. ${long.repeat(index % 5)}`,
    created_at: new Date(Date.UTC(2026, 2, 1) + index * 1000).toISOString(),
  }))

const row = (id: string) => conversation().element().querySelector(`[data-message="${id}"]`)
const placeOf = (id: string) => row(id)?.getBoundingClientRect().top ?? Number.NaN
const frames = async (count: number) => {
  for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame)
}

it('[messages.md#earlier-messages] come as one scrolls up to them, and what one reads stays where it is', async () => {
  const { chat } = await enter(numbered(450))
  await expect.element(bubbles()).toHaveLength(100)
  const frame = conversation().element()
  await frames(3)
  for (const [first, count] of [
    [350, 200],
    [250, 300],
    [150, 400],
    [50, 450],
  ] as const) {
    frame.scrollTop = 700
    await frames(1)
    const before = placeOf(`m${first + 1}`)
    await expect.element(bubbles()).toHaveLength(count)
    await frames(3)
    expect(Math.abs(placeOf(`m${first + 1}`) - before)).toBeLessThanOrEqual(1)
  }
  frame.scrollTop = 0
  await expect.element(page.getByText('Earlier messages are loading')).not.toBeInTheDocument()
  await expect.element(bubbles().first()).toMatchTextContent('Message 0.')
  // Earlier messages that the reader asked for are not announced as new.
  expect(page.getByRole('log', { name: 'New messages' }).element().textContent).toBe('')
  const top = placeOf('m3')
  chat.deliver(chatMessage('new', 'Somebody there?'))
  await expect.element(page.getByRole('button', { name: '1 new message' })).toBeVisible()
  expect(placeOf('m3')).toBe(top)
})

it('[messages.md#earlier-messages] that did not load are said to be missing, and are asked for again by a click', async () => {
  const { backend } = await enter(numbered(150))
  await expect.element(bubbles()).toHaveLength(100)
  await frames(3)
  const works = backend.answer('GET', HISTORY, () => refusal('broken'))
  conversation().element().scrollTop = 0
  const again = page.getByRole('button', { name: 'Try Again' })
  await expect.element(again).toBeVisible()
  works()
  await again.click()
  await expect.element(bubbles()).toHaveLength(150)
})

it('[messages.md#earlier-messages] are there again after a pause so long that what was known before it is given up', async () => {
  const rows = numbered(20)
  const { chat } = await enter(rows)
  await expect.element(bubbles()).toHaveLength(20)
  rows.push(...numbered(2_200).slice(20))
  await chat.cutAndReturn()
  await expect.element(bubbles()).toHaveLength(100)
  await frames(3)
  conversation().element().scrollTop = 0
  await expect.element(bubbles()).toHaveLength(200)
})
