import { ana, ben } from '../people.ts'
import { expect, test } from '../test.ts'
import {
  bubbles,
  cutAndReturn,
  enterScripted,
  field,
  filledIn,
  reconnect,
  said,
  say,
  status,
  withHistory,
} from './messages-scene.ts'
import { ScriptedChat } from './scripted-chat.ts'

test('[messages.md#socket] the first frame is auth with the access token and the room, and nothing is said before the welcome', async ({
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

test('[messages.md#connection] a closed connection shows Reconnect, and comes back by itself after 3 seconds', async ({
  signedIn,
}) => {
  const page = await signedIn(ana)
  await page.clock.install()
  const chat = await enterScripted(page)
  await expect(reconnect(page)).toBeHidden()
  await page.clock.pauseAt(Date.now() + 60_000)
  await say(page, 'On its way')
  await chat.waitFor('message', 1)
  await chat.cut()
  await expect(status(page)).toHaveText('Not connected')
  await expect(reconnect(page)).toBeVisible()
  await expect(bubbles(page).last()).toContainText('Waiting for the connection...')
  await page.clock.runFor(2_900)
  expect(chat.connections).toBe(1)
  await page.clock.runFor(200)
  await expect(status(page)).toHaveText('Connected')
  await expect(reconnect(page)).toBeHidden()
  expect(chat.connections).toBe(2)
})

test('[messages.md#connection] Reconnect does not wait; neither does a network that is back, nor a tab that is looked at again', async ({
  signedIn,
}) => {
  const page = await signedIn(ana)
  await page.clock.install()
  const chat = await enterScripted(page)
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

test('[messages.md#connection] a connection that died unseen is found out when the tab is looked at, and replaced', async ({
  signedIn,
}) => {
  const page = await signedIn(ana)
  await page.clock.install()
  const chat = await enterScripted(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

  await look()
  await chat.waitFor('auth', 2)
  // What comes after the welcome is on the screen, so the welcome has been heard.
  chat.say(said('alive', 'Still here'))
  await expect(page.getByText('Still here').last()).toBeVisible()
  await page.clock.runFor(5_000)
  expect(chat.connections).toBe(1)

  chat.welcomes = false
  await look()
  await chat.waitFor('auth', 3)
  await page.clock.runFor(5_000)
  await expect(status(page)).toHaveText('Not connected')
  chat.welcomes = true
  await page.clock.runFor(3_000)
  await expect(status(page)).toHaveText('Connected')
  expect(chat.connections).toBe(2)
})

test('[messages.md#typing] typing is told once, and taken back after 2 seconds without typing, or on send', async ({
  signedIn,
}) => {
  const page = await signedIn(ana)
  await page.clock.install()
  const chat = await enterScripted(page)
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

test('[messages.md#reading] messages come in the order of the server, each once, however they arrive', async ({
  signedIn,
}) => {
  const page = await signedIn(ana)
  const at = (second: number) => new Date(Date.now() - 60_000 + second * 1000).toISOString()
  const rows = [
    { id: 'a', content: 'first', created_at: at(1) },
    { id: 'c', content: 'third', created_at: at(3) },
  ]
  await withHistory(page, () => rows)
  const chat = await enterScripted(page)
  await expect(bubbles(page)).toHaveCount(2)
  chat.say({ type: 'new_message', message: filledIn({ id: 'b', content: 'second', created_at: at(2) }) })
  chat.say({ type: 'new_message', message: filledIn({ id: 'c', content: 'third', created_at: at(3) }) })
  await expect(bubbles(page)).toContainText(['first', 'second', 'third'])
})

test('[messages.md#typing] who is typing is shown, and gone with a new connection', async ({ signedIn, backstage }) => {
  const page = await signedIn(ana)
  const id = await backstage.idOf(ben)
  // He began before this person came in.
  let isTyping = true
  await page.route('**/rest/v1/user_presence*', (route) =>
    route.fulfill({
      json: [{ user_id: id, is_typing: isTyping, user_profiles: { display_name: 'Ben Carter', avatar_url: null } }],
    }),
  )
  const chat = await enterScripted(page)
  await expect(page.getByRole('heading', { name: 'Online Users (1)' })).toBeVisible()
  await expect(page.getByText('Ben Carter is typing...')).toBeVisible()
  chat.say({ type: 'user_typing', userId: id, isTyping: false })
  await expect(page.getByText('Ben Carter is typing...')).toBeHidden()
  chat.say({ type: 'user_typing', userId: id, isTyping: true })
  await expect(page.getByText('Ben Carter is typing...')).toBeVisible()
  isTyping = false
  await cutAndReturn(page, chat)
  await expect(page.getByText('Ben Carter is typing...')).toBeHidden()
})
