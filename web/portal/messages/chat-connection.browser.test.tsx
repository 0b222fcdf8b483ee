import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  bubbles,
  chatMessage,
  enter,
  field,
  filledIn,
  HISTORY,
  openMessages,
  reconnect,
  type ScriptedChat,
  say,
  status,
} from '../../testing/scripted-chat.ts'

/** Opens the chat with a clock that only the test moves. */
async function enterAndStopTheClock(): Promise<ScriptedChat> {
  const { chat } = await enter()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  return chat
}

/** Waits by frames: an assertion that is tried again moves the stopped clock. */
async function until(isTrue: () => boolean) {
  while (!isTrue()) await new Promise(requestAnimationFrame)
}

const lookAtTheTab = () => document.dispatchEvent(new Event('visibilitychange'))

it('[messages.md#socket] the first frame is auth with the access token and the room, and nothing is said before the welcome', async () => {
  const { chat } = openMessages()
  chat.acceptsConnections = false
  await expect.element(status()).toHaveTextContent('Connecting...')
  const session: { access_token: string } = JSON.parse(localStorage.getItem('sb-backend-auth-token') ?? '')
  expect(await chat.waitFor('auth', 1)).toEqual([{ type: 'auth', token: session.access_token, roomId: 'general' }])
  await say('Too early')
  await expect.element(field()).toHaveValue('')
  await expect.element(bubbles().last()).toMatchTextContent(/Too early\s*Waiting for the connection\.\.\./)
  expect(chat.received).toHaveLength(1)
  chat.deliver({ type: 'auth_success', lastNumber: 0 })
  expect(await chat.waitFor('message', 1)).toMatchObject([{ content: 'Too early' }])
})

it('[messages.md#writing] what was written without a connection waits, and goes out with the next one, once and in order', async () => {
  const { chat } = await enter()
  chat.acceptsConnections = false
  chat.cut()
  await expect.element(status()).toHaveTextContent('Not connected')
  for (const text of ['First', 'Second', 'Third']) await say(text)
  await expect.element(bubbles()).toHaveLength(3)
  for (const bubble of bubbles().all()) await expect.element(bubble).toMatchTextContent('Waiting for the connection...')
  chat.acceptsConnections = true
  await reconnect().click()
  const messages = await chat.waitFor('message', 3)
  expect(messages.map(({ content }) => content)).toEqual(['First', 'Second', 'Third'])
  await chat.cutAndReturn()
  const ids = chat.frames('message').map(({ metadata }) => Object(metadata).clientId)
  expect(new Set(ids).size).toBe(3)
})

it.each([
  ['is slow', () => new Promise<Response>(() => {})],
  ['fails', async () => Response.json({ message: 'broken' }, { status: 500 })],
])(
  '[messages.md#writing] what waits goes out although the history %s, and is given up only if it is not acknowledged',
  async (_, answer) => {
    const { chat, backend } = await enter()
    chat.acceptsConnections = false
    chat.cut()
    await say('Written in the tunnel')
    backend.answer('GET', HISTORY, answer)
    chat.acceptsConnections = true
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    await reconnect().click()
    const [sent] = await chat.waitFor('message', 1)
    await vi.advanceTimersByTimeAsync(9_000)
    expect(chat.connections).toBe(2)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(chat.connections).toBe(3)
    expect((await chat.waitFor('message', 2)).at(-1)).toEqual(sent)
    chat.deliver({
      type: 'new_message',
      message: filledIn({
        id: 'm',
        content: 'Written in the tunnel',
        created_at: new Date().toISOString(),
        metadata: sent?.metadata,
      }),
    })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(chat.connections).toBe(3)
  },
)

it('[messages.md#connection] a closed connection shows Reconnect, and comes back by itself after 3 seconds', async () => {
  const chat = await enterAndStopTheClock()
  await expect.element(reconnect()).not.toBeInTheDocument()
  await say('On its way')
  await chat.waitFor('message', 1)
  chat.cut()
  await expect.element(status()).toHaveTextContent('Not connected')
  await expect.element(reconnect()).toBeVisible()
  await expect.element(bubbles().last()).toMatchTextContent('Waiting for the connection...')
  await vi.advanceTimersByTimeAsync(2_900)
  expect(chat.connections).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  await expect.element(status()).toHaveTextContent('Connected')
  await expect.element(reconnect()).not.toBeInTheDocument()
  expect(chat.connections).toBe(2)
})

it('[messages.md#connection] a server that ends sends people back, and nobody reads that there is no connection', async () => {
  const chat = await enterAndStopTheClock()
  const shown: (string | null)[] = []
  const watch = new MutationObserver(() => shown.push(status().element().textContent))
  watch.observe(status().element(), { characterData: true, childList: true, subtree: true })
  vi.setSystemTime(Date.now() + 150_000)
  chat.deliver({ type: 'come_back' })
  chat.cut()
  await vi.advanceTimersByTimeAsync(500)
  await expect.element(status()).toHaveTextContent('Connected')
  expect(chat.connections).toBe(2)
  vi.setSystemTime(Date.now() + 150_000)
  chat.cut(4503)
  await vi.advanceTimersByTimeAsync(500)
  await expect.element(status()).toHaveTextContent('Connected')
  expect(chat.connections).toBe(3)
  expect(shown).toContain('Connecting...')
  expect(shown).not.toContain('Not connected')

  // A server that closes right after the welcome is not retried at once.
  chat.cut(4503)
  await expect.element(status()).toHaveTextContent('Not connected')
  await vi.advanceTimersByTimeAsync(2_900)
  expect(chat.connections).toBe(3)
  await vi.advanceTimersByTimeAsync(200)
  await expect.element(status()).toHaveTextContent('Connected')
  watch.disconnect()
})

it('[messages.md#connection] a chat that lets nobody in is not asked again by itself, and once by Reconnect', async () => {
  const { chat } = openMessages()
  chat.acceptsConnections = false
  await chat.waitFor('auth', 1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const refuse = async () => {
    chat.deliver({ type: 'error', message: 'You do not have access to this chat.' })
    chat.cut()
    await expect.element(status()).toHaveTextContent('Not connected')
    lookAtTheTab()
    await vi.advanceTimersByTimeAsync(60_000)
  }
  await refuse()
  expect(chat.connections).toBe(1)
  await reconnect().click()
  await chat.waitFor('auth', 2)
  await refuse()
  expect(chat.connections).toBe(2)
  chat.acceptsConnections = true
  await reconnect().click()
  await expect.element(status()).toHaveTextContent('Connected')
})

it('[messages.md#connection] a chat that finds the token expired is asked again with a renewed one, later each time', async () => {
  const { chat, backend } = openMessages()
  const stored: { user: object } = JSON.parse(localStorage.getItem('sb-backend-auth-token') ?? '')
  const renewed = { ...stored, access_token: 'a.renewed.token', expires_in: 3600, token_type: 'bearer' }
  backend.answer('POST', '/auth/v1/token', () => Response.json(renewed))
  chat.acceptsConnections = false
  await chat.waitFor('auth', 1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  for (const [round, seconds] of [3, 6, 12].entries()) {
    chat.deliver({ type: 'token_expired' })
    chat.cut(4401)
    await until(() => status().element().textContent === 'Not connected')
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 100)
    await until(() => localStorage.getItem('sb-backend-auth-token')?.includes(renewed.access_token) === true)
    expect(chat.connections).toBe(1 + round)
    chat.acceptsConnections = seconds === 12
    await vi.advanceTimersByTimeAsync(200)
    const auths = await chat.waitFor('auth', 2 + round)
    expect(auths.at(-1)).toMatchObject({ token: renewed.access_token })
  }
  await expect.element(status()).toHaveTextContent('Connected')
})

it('[messages.md#connection] Reconnect does not wait; neither does a network that is back, nor a tab that is looked at again', async () => {
  const chat = await enterAndStopTheClock()
  await chat.cutAndReturn()
  for (const comesBack of [() => window.dispatchEvent(new Event('online')), lookAtTheTab]) {
    chat.cut()
    await expect.element(status()).toHaveTextContent('Not connected')
    comesBack()
    await expect.element(status()).toHaveTextContent('Connected')
  }
  expect(chat.connections).toBe(4)
})

it('[messages.md#connection] a connection that died unseen is found out when the tab is looked at, and replaced', async () => {
  const chat = await enterAndStopTheClock()
  lookAtTheTab()
  await chat.waitFor('auth', 2)
  // The message after the welcome is on the screen, so the welcome has been handled.
  chat.deliver(chatMessage('alive', 'Still here'))
  await expect.element(bubbles().last()).toMatchTextContent('Still here')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(chat.connections).toBe(1)

  chat.acceptsConnections = false
  lookAtTheTab()
  await chat.waitFor('auth', 3)
  await vi.advanceTimersByTimeAsync(5_000)
  await expect.element(status()).toHaveTextContent('Not connected')
  chat.acceptsConnections = true
  await vi.advanceTimersByTimeAsync(3_000)
  await expect.element(status()).toHaveTextContent('Connected')
  expect(chat.connections).toBe(2)
})

it('[messages.md#typing] typing is told once, and taken back after 2 seconds without typing, or on send', async () => {
  const chat = await enterAndStopTheClock()
  await field().click()
  await userEvent.keyboard('Hel')
  expect(await chat.waitFor('typing', 1)).toEqual([{ type: 'typing', isTyping: true }])
  await vi.advanceTimersByTimeAsync(1_900)
  await userEvent.keyboard('l')
  await vi.advanceTimersByTimeAsync(1_900)
  expect(chat.frames('typing')).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect((await chat.waitFor('typing', 2)).at(-1)).toEqual({ type: 'typing', isTyping: false })
  await userEvent.keyboard('o{Enter}')
  expect((await chat.waitFor('typing', 4)).at(-1)).toEqual({ type: 'typing', isTyping: false })
})
