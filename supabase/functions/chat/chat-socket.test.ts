import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startChatServer } from './chat-server.ts'
import { type ChatSocket, serveSocket } from './chat-socket.ts'
import type { ChatStore } from './chat-store.ts'

vi.mock('../_shared/channels.ts', () => {
  const open = async () => ({ send: async () => {}, close() {} })
  return { openChannel: open, openDatabaseChannel: open }
})
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const HOUR_MS = 3_600_000
const welcome = { type: 'auth_success' }
const typing = { type: 'typing', isTyping: true }

const store: ChatStore = {
  open: async (_server, _connection, token) => {
    const expiresAt = Date.now() + HOUR_MS
    return { userId: token, agencyId: 'north', expiresAt, token, isFirst: false }
  },
  add: vi.fn(),
  setTyping: async () => {},
  close: async () => true,
  keep: async () => ({ ended: [], departed: [] }),
}

/** Somebody let in by a network that loses nothing. */
async function enter(server: ReturnType<typeof startChatServer>, token: string) {
  const heard: unknown[] = []
  const close = vi.fn<ChatSocket['close']>()
  const socket = {
    onmessage: null,
    onclose: null,
    readyState: WebSocket.OPEN,
    bufferedAmount: 0,
    send: (text: unknown) => heard.push(JSON.parse(String(text))),
    close,
  } satisfies ChatSocket
  const connection: ChatSocket & { bufferedAmount: number } = socket
  const done = serveSocket(connection, server)
  const say = (frame: unknown) => connection.onmessage?.(new MessageEvent('message', { data: JSON.stringify(frame) }))
  say({ type: 'auth', token, roomId: 'general' })
  await vi.waitFor(() => expect(heard).toEqual([welcome]))
  async function leave() {
    connection.onclose?.(new CloseEvent('close'))
    await done
  }
  return { connection, heard, close, say, leave }
}

describe('a socket is closed', () => {
  it('when its token has ended, so that its person comes back with a fresh one', async () => {
    const ana = await enter(startChatServer(store), 'ana')
    await vi.advanceTimersByTimeAsync(HOUR_MS - 1_000)
    expect(ana.close).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(ana.close).toHaveBeenCalledExactlyOnceWith(4503, expect.any(String))
    await ana.leave()
  })

  it('when nobody reads what is said to it, which would pile up here', async () => {
    const server = startChatServer(store)
    const [ana, ben] = [await enter(server, 'ana'), await enter(server, 'ben')]
    ben.connection.bufferedAmount = 2_000_000
    ana.say(typing)
    await vi.waitFor(() => expect(ben.close).toHaveBeenCalledExactlyOnceWith(4503, expect.any(String)))
    expect(ben.heard).toEqual([welcome])
    expect(ana.close).not.toHaveBeenCalled()
    for (const somebody of [ana, ben]) await somebody.leave()
  })

  it('when more comes by it than any person says', async () => {
    const ana = await enter(startChatServer(store), 'ana')
    for (let number = 0; number < 200; number += 1) ana.say(typing)
    expect(ana.close).toHaveBeenCalledExactlyOnceWith(4403, 'That was too much at once.')
    expect(ana.heard).toEqual([welcome, { type: 'error', message: 'That was too much at once.' }])
    await ana.leave()
  })
})

it('no longer says that somebody types who comes back after a connection of theirs has died', async () => {
  const setTyping = vi.fn<ChatStore['setTyping']>(async () => {})
  const server = startChatServer({ ...store, setTyping })
  const [ben, ana] = [await enter(server, 'ben'), await enter(server, 'ana')]
  await vi.waitFor(() => expect(ben.heard).toContainEqual({ type: 'user_typing', userId: 'ana', isTyping: false }))
  expect(setTyping).toHaveBeenCalledWith(expect.objectContaining({ userId: 'ana' }), false)
  for (const somebody of [ana, ben]) await somebody.leave()
})
