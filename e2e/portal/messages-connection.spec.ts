import type { Page } from '@playwright/test'
import { ana, ben } from '../people.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { ScriptedChat } from './scripted-chat.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const status = (page: Page) => page.getByRole('main').getByRole('status')
const reconnect = (page: Page) => page.getByRole('button', { name: 'Reconnect' })
const bubbles = (page: Page) => page.getByRole('region', { name: 'Conversation' }).getByRole('listitem')

interface Row {
  id: string
  content: string
  created_at: string
  metadata?: Record<string, unknown>
  sender_id?: string
}

/** What the table holds, as the test wants it: times of other days, or hundreds of messages. */
async function withHistory(page: Page, rows: () => Row[]) {
  await page.route('**/rest/v1/chat_messages*', (route) => {
    const latestFirst = rows().toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
    return route.fulfill({ json: latestFirst.slice(0, 100).map(filledIn) })
  })
}
const filledIn = (row: Row) => ({
  sender_id: 'b0000000-0000-4000-8000-000000000000',
  metadata: {},
  sender: { display_name: 'Ben Carter', avatar_url: null },
  ...row,
})

async function enter(page: Page): Promise<ScriptedChat> {
  const chat = await ScriptedChat.on(page)
  await page.goto('/dashboard/messages')
  await expect(status(page)).toHaveText('Connected')
  return chat
}

test('[2§7] the first frame is auth with the access token and the room, and nothing is said before the welcome', async ({
  signedIn,
  backstage,
}) => {
  const page = await signedIn(ana)
  const chat = await ScriptedChat.on(page)
  chat.welcomes = false
  await page.goto('/dashboard/messages')
  await expect(status(page)).toHaveText('Connecting...')
  const session = await (await backstage.as(ana)).auth.getSession()
  expect(await chat.waitFor('auth', 1)).toEqual([
    { type: 'auth', token: session.data.session?.access_token, roomId: 'general' },
  ])
  await field(page).fill('Too early')
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('Too early')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect(chat.heard).toHaveLength(1)
})

test('[2§2 2§4] a closed connection shows Reconnect, and comes back by itself after 3 seconds', async ({
  signedIn,
}) => {
  const page = await signedIn(ana)
  await page.clock.install()
  const chat = await enter(page)
  await expect(reconnect(page)).toBeHidden()
  await page.clock.pauseAt(Date.now() + 60_000)
  await chat.cut()
  await expect(status(page)).toHaveText('Not connected')
  await expect(reconnect(page)).toBeVisible()
  await page.clock.runFor(2_900)
  expect(chat.connections).toBe(1)
  await page.clock.runFor(200)
  await expect(status(page)).toHaveText('Connected')
  await expect(reconnect(page)).toBeHidden()
  expect(chat.connections).toBe(2)
})

test('[2§2] Reconnect does not wait; neither does a network that is back, nor a tab that is looked at again', async ({
  signedIn,
}) => {
  const page = await signedIn(ana)
  await page.clock.install()
  const chat = await enter(page)
  await page.clock.pauseAt(Date.now() + 60_000)

  await chat.cut()
  await reconnect(page).click()
  await expect(status(page)).toHaveText('Connected')

  for (const event of ['online', 'visibilitychange']) {
    await chat.cut()
    await expect(status(page)).toHaveText('Not connected')
    await page.evaluate((name) => (name === 'online' ? window : document).dispatchEvent(new Event(name)), event)
    await expect(status(page)).toHaveText('Connected')
  }
  expect(chat.connections).toBe(4)
})

test('[2§4] typing is told once, and taken back after 2 seconds without typing, or on send', async ({ signedIn }) => {
  const page = await signedIn(ana)
  await page.clock.install()
  const chat = await enter(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await field(page).pressSequentially('Hel')
  expect(await chat.waitFor('typing', 1)).toEqual([{ type: 'typing', isTyping: true }])
  await page.clock.runFor(1_900)
  await field(page).pressSequentially('l')
  await page.clock.runFor(1_900)
  expect(chat.frames('typing')).toHaveLength(1)
  await page.clock.runFor(200)
  expect((await chat.waitFor('typing', 2)).at(-1)).toEqual({ type: 'typing', isTyping: false })
  await field(page).pressSequentially('o')
  await field(page).press('Enter')
  expect((await chat.waitFor('typing', 4)).at(-1)).toEqual({ type: 'typing', isTyping: false })
})

test('[2§5] Enter sends what is not empty, trimmed; Shift+Enter starts a line; twice Enter sends once', async ({
  signedIn,
}) => {
  const page = await signedIn(ana)
  const chat = await enter(page)
  await field(page).fill('   ')
  await field(page).press('Enter')
  await field(page).fill('  one')
  await field(page).press('Shift+Enter')
  await field(page).pressSequentially('two  ')
  await field(page).press('Enter')
  await field(page).press('Enter')
  const [message] = await chat.waitFor('message', 1)
  expect(message).toEqual({
    type: 'message',
    content: 'one\ntwo',
    messageType: 'text',
    metadata: { clientId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  })
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()
  await expect(bubbles(page).last()).toContainText('Sending...')
})

test('[2§2] what was on its way when the connection fell is sent again, unless it had arrived', async ({
  signedIn,
}) => {
  const page = await signedIn(ana)
  const rows: Row[] = []
  await withHistory(page, () => rows)
  const chat = await enter(page)
  await field(page).fill('arrived')
  await field(page).press('Enter')
  await field(page).fill('lost')
  await field(page).press('Enter')
  const [arrived, lost] = await chat.waitFor('message', 2)
  rows.push({ id: 'm1', content: 'arrived', created_at: new Date().toISOString(), metadata: Object(arrived?.metadata) })
  await chat.cut()
  await reconnect(page).click()
  expect((await chat.waitFor('message', 3)).at(-1)).toEqual(lost)
  chat.say({
    type: 'new_message',
    message: filledIn({
      id: 'm2',
      content: 'lost',
      created_at: new Date().toISOString(),
      metadata: Object(lost?.metadata),
    }),
  })
  await expect(page.getByText('Sending...')).toHaveCount(0)
  await expect(bubbles(page)).toHaveCount(2)
})

test('[2§2] what was not sent yet survives a reload, and so does what is being written', async ({ signedIn }) => {
  const page = await signedIn(ana)
  const chat = await enter(page)
  await field(page).fill('on its way')
  await field(page).press('Enter')
  await field(page).fill('half a sent')
  const [sent] = await chat.waitFor('message', 1)
  await page.reload()
  await expect(field(page)).toHaveValue('half a sent')
  expect((await chat.waitFor('message', 2)).at(-1)).toEqual(sent)
})

test('[2§8] a refused message says so beside it, and can be sent again', async ({ signedIn }) => {
  const page = await signedIn(ana)
  const chat = await enter(page)
  await field(page).fill('refused')
  await field(page).press('Enter')
  await chat.waitFor('message', 1)
  chat.say({ type: 'error', message: 'Too many messages.' })
  await expect(bubbles(page).last()).toContainText('Not sent.')
  await page.getByRole('button', { name: 'Send again' }).click()
  const [first, second] = await chat.waitFor('message', 2)
  expect(second).toEqual(first)
})

test('[2§2] messages come in the order of the server, each once, however they arrive', async ({ signedIn }) => {
  const page = await signedIn(ana)
  const at = (second: number) => new Date(Date.now() - 60_000 + second * 1000).toISOString()
  const rows = [
    { id: 'a', content: 'first', created_at: at(1) },
    { id: 'c', content: 'third', created_at: at(3) },
  ]
  await withHistory(page, () => rows)
  const chat = await enter(page)
  await expect(bubbles(page)).toHaveCount(2)
  chat.say({ type: 'new_message', message: filledIn({ id: 'b', content: 'second', created_at: at(2) }) })
  chat.say({ type: 'new_message', message: filledIn({ id: 'c', content: 'third', created_at: at(3) }) })
  await expect(bubbles(page)).toContainText(['first', 'second', 'third'])
})

test('[2§2] the three formats of time', async ({ signedIn }) => {
  const page = await signedIn(ana)
  await page.clock.setFixedTime('2026-03-05T15:00:00-05:00')
  await withHistory(page, () => [
    { id: '1', content: 'before', created_at: '2026-03-01T09:05:00-05:00' },
    { id: '2', content: 'yesterday', created_at: '2026-03-04T23:59:00-05:00' },
    { id: '3', content: 'today', created_at: '2026-03-05T00:01:00-05:00' },
  ])
  await enter(page)
  await expect(bubbles(page).locator('time')).toHaveText(['Mar 1, 09:05', 'Yesterday 23:59', '00:01'])
})

for (const [device, viewport] of [
  ['phone', phone],
  ['desktop', { width: 1280, height: 800 }],
] as const) {
  test(`[2§2] 100 messages with long words and links on a ${device}: bubbles at most 70 %, the latest in view`, async ({
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
    await enter(page)
    await expect(bubbles(page)).toHaveCount(100)
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

test('[2§2] who is typing is shown, and gone with a new connection', async ({ signedIn, backstage }) => {
  const page = await signedIn(ana)
  const { data } = await (await backstage.as(ben)).auth.getUser()
  await page.route('**/rest/v1/user_presence*', (route) =>
    route.fulfill({
      json: [
        { user_id: data.user?.id, is_typing: false, user_profiles: { display_name: 'Ben Carter', avatar_url: null } },
      ],
    }),
  )
  const chat = await enter(page)
  await expect(page.getByRole('heading', { name: 'Online Users (1)' })).toBeVisible()
  chat.say({ type: 'user_typing', userId: data.user?.id, isTyping: true })
  await expect(page.getByText('Ben Carter is typing...')).toBeVisible()
  chat.say({ type: 'user_typing', userId: data.user?.id, isTyping: false })
  await expect(page.getByText('Ben Carter is typing...')).toBeHidden()
  chat.say({ type: 'user_typing', userId: data.user?.id, isTyping: true })
  await expect(page.getByText('Ben Carter is typing...')).toBeVisible()
  await chat.cut()
  await reconnect(page).click()
  await expect(page.getByText('Ben Carter is typing...')).toBeHidden()
})

test('[2§2] a colleague’s message is read out politely; the history and one’s own words are not', async ({
  signedIn,
}) => {
  const page = await signedIn(ana)
  await withHistory(page, () => [{ id: 'old', content: 'said before', created_at: '2026-03-01T09:05:00-05:00' }])
  const chat = await enter(page)
  const log = page.getByRole('log', { name: 'New messages' })
  await expect(bubbles(page)).toHaveCount(1)
  await expect(log).toHaveText('')
  chat.say({
    type: 'new_message',
    message: filledIn({ id: 'new', content: 'Good morning', created_at: new Date().toISOString() }),
  })
  await expect(log).toHaveText('Ben Carter: Good morning')
  await expect(log).toHaveAttribute('aria-live', 'polite')
})

test('[2§8] a history that does not load is only logged', async ({ signedIn, troubles }) => {
  troubles.expectTrouble('500 GET /rest/v1/chat_messages')
  const page = await signedIn(ana)
  await page.route('**/rest/v1/chat_messages*', (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken', details: null, hint: null } }),
  )
  await enter(page)
  await expect(field(page)).toBeEditable()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('No messages yet. Say hello.')).toBeHidden()
})
