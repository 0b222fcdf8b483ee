import { ana } from '../people.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import {
  bubbles,
  conversation,
  cutAndReturn,
  enterScripted,
  field,
  online,
  type Row,
  said,
  say,
  withHistory,
  withOnline,
} from './messages-scene.ts'

test('[messages.md#reading] the three formats of time', async ({ signedIn }) => {
  const page = await signedIn(ana)
  await page.clock.setFixedTime('2026-03-05T15:00:00-05:00')
  await withHistory(page, () => [
    { id: '1', content: 'before', created_at: '2026-03-01T09:05:00-05:00' },
    { id: '2', content: 'yesterday', created_at: '2026-03-04T23:59:00-05:00' },
    { id: '3', content: 'today', created_at: '2026-03-05T00:01:00-05:00' },
  ])
  await enterScripted(page)
  await expect(bubbles(page).locator('time')).toHaveText(['Mar 1, 09:05', 'Yesterday 23:59', '00:01'])
})

for (const [device, viewport] of [
  ['phone', phone],
  ['desktop', { width: 1280, height: 800 }],
] as const) {
  test(`[messages.md#reading] 100 messages with long words and links, and thirty online, on a ${device}: bubbles at most 70 %, the latest in view`, async ({
    signedIn,
  }) => {
    const page = await signedIn(ana, { viewport })
    const contents = [
      'Short',
      'x'.repeat(400),
      'See https://harbor.test/menu and javascript:alert(1)',
      'A line. '.repeat(60),
    ]
    const rows = Array.from({ length: 500 }, (_, index) => ({
      id: `${index}`,
      content: contents[index % 4] ?? '',
      created_at: new Date(Date.now() - (500 - index) * 60_000).toISOString(),
    }))
    await withHistory(page, () => rows)
    const crowd = Array.from({ length: 30 }, (_, index) => `Colleague with quite a long name ${index}`)
    await withOnline(page, crowd)
    await enterScripted(page)
    await expect(bubbles(page)).toHaveCount(100)
    await expect(online(page)).toHaveCount(30)
    await expect(bubbles(page).last()).toBeInViewport()
    const list = await page.getByRole('region', { name: 'Conversation' }).getByRole('list').boundingBox()
    const widest = await bubbles(page).evaluateAll((items) =>
      Math.max(...items.flatMap((item) => [...item.children].map((child) => child.getBoundingClientRect().width))),
    )
    expect(widest).toBeLessThanOrEqual((list?.width ?? 0) * 0.7 + 1)
    const links = page.getByRole('region', { name: 'Conversation' }).getByRole('link')
    await expect(links.first()).toHaveAttribute('href', 'https://harbor.test/menu')
    await expect(links.first()).toHaveAttribute('rel', 'noopener noreferrer')
    expect(
      await links.evaluateAll((all) => all.filter((link) => !/^https:/.test(link.getAttribute('href') ?? ''))),
    ).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await expectAccessible(page)
  })
}

test('[messages.md#reading] several messages at once are read out together, and after a pause only counted', async ({
  signedIn,
}) => {
  const page = await signedIn(ana)
  const rows: Row[] = [{ id: 'old', content: 'said before', created_at: '2026-03-01T09:05:00-05:00' }]
  await withHistory(page, () => rows)
  const chat = await enterScripted(page)
  const log = page.getByRole('log', { name: 'New messages' })
  await expect(bubbles(page)).toHaveCount(1)
  rows.push({ id: 'a', content: 'One', created_at: '2026-03-01T09:06:00-05:00' })
  rows.push({ id: 'b', content: 'Two', created_at: '2026-03-01T09:07:00-05:00' })
  await cutAndReturn(page, chat)
  await expect(log).toHaveText('Ben Carter: One\nBen Carter: Two')
  for (let minute = 10; minute < 50; minute += 1) {
    rows.push({ id: `m${minute}`, content: 'More', created_at: `2026-03-01T09:${minute}:00-05:00` })
  }
  await cutAndReturn(page, chat)
  await expect(log).toHaveText('40 new messages')
})

test('[messages.md#connection] after a pause all that was said in it is there, in its order: 500 messages', async ({
  signedIn,
}) => {
  const page = await signedIn(ana)
  const start = Date.now() - 1000 * 60_000
  const row = (index: number) => ({
    id: `${index}`,
    content: `Message ${index}`,
    created_at: new Date(start + index * 60_000).toISOString(),
  })
  const rows = Array.from({ length: 100 }, (_, index) => row(index))
  await withHistory(page, () => rows)
  const chat = await enterScripted(page)
  await expect(bubbles(page)).toHaveCount(100)
  for (let index = 100; index < 500; index += 1) rows.push(row(index))
  await cutAndReturn(page, chat)
  await expect(bubbles(page)).toHaveCount(500)
  const order = await bubbles(page)
    .locator('p')
    .filter({ hasText: /^Message/ })
    .allTextContents()
  expect(order).toEqual(rows.map(({ content }) => content))
  await expect(bubbles(page).last()).toBeInViewport()
  // One can write as before, and is where one's own words are.
  await say(page, 'And now me')
  await expect(bubbles(page).last()).toContainText('And now me')
  await expect(bubbles(page).last()).toBeInViewport()
})

test('[messages.md#reading] whoever reads back stays there, is told what is new, and comes back by a click or by writing', async ({
  signedIn,
}) => {
  const page = await signedIn(ana)
  await withHistory(page, () =>
    Array.from({ length: 60 }, (_, minute) => ({
      id: `${minute}`,
      content: `Message ${minute}`,
      created_at: `2026-03-01T09:${String(minute).padStart(2, '0')}:00-05:00`,
    })),
  )
  const chat = await enterScripted(page)
  await expect(bubbles(page)).toHaveCount(60)
  const first = bubbles(page).first()
  const position = () => conversation(page).evaluate(({ scrollTop }) => scrollTop)

  await first.scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Latest messages' })).toBeVisible()
  const before = await position()
  chat.say(said('n1', 'Somebody there?'))
  await expect(page.getByRole('button', { name: '1 new message' })).toBeVisible()
  chat.say(said('n2', 'Hello?'))
  const hint = page.getByRole('button', { name: '2 new messages' })
  await expect(hint).toBeVisible()
  expect(await position()).toBe(before)

  await hint.click()
  await expect(bubbles(page).last()).toBeInViewport()
  await expect(hint).toHaveCount(0)

  await first.scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Latest messages' })).toBeVisible()
  await say(page, 'Yes, here')
  await expect(bubbles(page).last()).toContainText('Yes, here')
  await expect(bubbles(page).last()).toBeInViewport()
  await expect(field(page)).toBeFocused()
})
