import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChatServer } from './chat-server.ts'
import { ChatSocket, type ClientSocket } from './chat-socket.ts'
import { type ChatStore, TokenExpired } from './chat-store.ts'

vi.mock('../_shared/channels.ts', () => {
  const open = async () => ({ send: async () => {}, close() {} })
  return { openChannel: open, openDatabaseChannel: open }
})
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const HOUR_MS = 3_600_000
const welcome = { type: 'auth_success', lastNumber: 7, now: expect.any(String) }
const typing = { type: 'typing', isTyping: true }

const store: ChatStore = {
  open: async (_server, _connection, token) => {
    const expiresAt = Date.now() + HOUR_MS
    return { member: { userId: token, agencyId: 'north', expiresAt, token }, isFirst: false, lastNumber: 7 }
  },
  add: vi.fn(),
  change: vi.fn(),
  setTyping: async () => {},
  close: async () => true,
  keep: async () => ({ ended: [], departed: [] }),
}

/** A socket that loses no frame. */
function open(server: ChatServer, goOn?: () => void) {
  const heard: unknown[] = []
  const close = vi.fn<ClientSocket['close']>()
  const socket = {
    onmessage: null,
    onclose: null,
    readyState: WebSocket.OPEN,
    bufferedAmount: 0,
    send: (text: unknown) => heard.push(JSON.parse(String(text))),
    close,
  } satisfies ClientSocket
  const connection: ClientSocket & { bufferedAmount: number } = socket
  const { done } = new ChatSocket(connection, server, goOn)
  const say = (frame: unknown) => connection.onmessage?.(new MessageEvent('message', { data: JSON.stringify(frame) }))
  async function leave() {
    connection.onclose?.(new CloseEvent('close'))
    await done
  }
  return { connection, heard, close, say, leave }
}

/** A connection whose person was admitted to the chat. */
async function enter(server: ChatServer, token: string) {
  const somebody = open(server)
  somebody.say({ type: 'auth', token, roomId: 'general' })
  await vi.waitFor(() => expect(somebody.heard).toEqual([welcome]), { timeout: 20_000 })
  return somebody
}

it('welcomes somebody before it tells them anything, whatever happens in the room while they come in', async () => {
  const server = new ChatServer(store)
  const enters = server.enter.bind(server)
  vi.spyOn(server, 'enter').mockImplementation(async (participant) => {
    await enters(participant)
    await server.announce('north', { type: 'user_left', userId: 'uma' })
  })
  const ana = open(server)
  ana.say({ type: 'auth', token: 'ana', roomId: 'general' })
  await vi.waitFor(() => expect(ana.heard).toEqual([welcome, { type: 'user_left', userId: 'uma' }]), {
    timeout: 20_000,
  })
  await ana.leave()
})

describe('a socket is closed', () => {
  it('when the server is about to end, so that its person comes back by another one', async () => {
    const server = new ChatServer(store)
    const people = [await enter(server, 'ana'), await enter(server, 'ben')]
    server.reconnectAll()
    for (const { close } of people) expect(close).toHaveBeenCalledExactlyOnceWith(4503, expect.any(String))
    for (const somebody of people) await somebody.leave()
  })

  it('when its token has ended, so that its person comes back with a fresh one', async () => {
    const ana = await enter(new ChatServer(store), 'ana')
    await vi.advanceTimersByTimeAsync(HOUR_MS - 1_000)
    expect(ana.close).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(ana.close).toHaveBeenCalledExactlyOnceWith(4503, expect.any(String))
    await ana.leave()
  })

  it('[messages.md#connection] when the token that is shown has expired, so that its person renews it, inside and outside', async () => {
    const expired = vi.fn<ChatStore['open']>().mockRejectedValue(new TokenExpired('JWT expired'))
    const [outside, inside] = [
      open(new ChatServer({ ...store, open: expired })),
      await enter(new ChatServer(store), 'ana'),
    ]
    vi.spyOn(store, 'add').mockRejectedValue(new TokenExpired('JWT expired'))
    outside.say({ type: 'auth', token: 'ana', roomId: 'general' })
    inside.say({ type: 'message', content: 'Hello', messageType: 'text', metadata: {} })
    for (const somebody of [outside, inside]) {
      await vi.waitFor(() => expect(somebody.close).toHaveBeenCalledExactlyOnceWith(4401, expect.any(String)), {
        timeout: 20_000,
      })
      expect(somebody.heard.at(-1)).toEqual({ type: 'token_expired' })
      await somebody.leave()
    }
  })

  it('when nobody reads what is said to it, which would pile up here', async () => {
    const server = new ChatServer(store)
    const [ana, ben] = [await enter(server, 'ana'), await enter(server, 'ben')]
    ben.connection.bufferedAmount = 2_000_000
    ana.say(typing)
    await vi.waitFor(() => expect(ben.close).toHaveBeenCalledExactlyOnceWith(4503, expect.any(String)), {
      timeout: 20_000,
    })
    expect(ben.heard).toEqual([welcome])
    expect(ana.close).not.toHaveBeenCalled()
    for (const somebody of [ana, ben]) await somebody.leave()
  })

  it('when its person has as many others, and theirs alone', async () => {
    const server = new ChatServer(store, { perAddress: 20, perPerson: 2, signInMs: 10_000 })
    const tabs = [await enter(server, 'ana'), await enter(server, 'ana')]
    const third = open(server)
    third.say({ type: 'auth', token: 'ana', roomId: 'general' })
    await vi.waitFor(() => expect(third.close).toHaveBeenCalledExactlyOnceWith(4403, expect.any(String)), {
      timeout: 20_000,
    })
    expect(third.heard).toEqual([{ type: 'error', message: 'You have the chat open too many times.' }])
    const ben = await enter(server, 'ben')
    await tabs[0]?.leave()
    const again = await enter(server, 'ana')
    for (const somebody of [third, ben, again, tabs[1]]) await somebody?.leave()
  })

  it('when nobody says for ten seconds who is there, and counts for its address until it is known', async () => {
    const server = new ChatServer(store)
    const goOn = vi.fn()
    const silent = open(server, goOn)
    await vi.advanceTimersByTimeAsync(9_000)
    expect([silent.close.mock.calls.length, goOn.mock.calls.length]).toEqual([0, 0])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(silent.close).toHaveBeenCalledExactlyOnceWith(4403, 'Nobody signed in to the chat.')
    await silent.leave()
    expect(goOn).toHaveBeenCalled()
  })

  it('when more comes by it than any person says', async () => {
    const ana = await enter(new ChatServer(store), 'ana')
    for (let number = 0; number < 200; number += 1) ana.say(typing)
    expect(ana.close).toHaveBeenCalledExactlyOnceWith(4403, 'That was too much at once.')
    expect(ana.heard).toEqual([welcome, { type: 'error', message: 'That was too much at once.' }])
    await ana.leave()
  })
})

describe('somebody who waits for their turn', () => {
  const slow = (ms: number) => {
    const open = vi.fn<ChatStore['open']>(async (...asked) => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      return store.open(...asked)
    })
    return { open, server: new ChatServer({ ...store, open }) }
  }
  const comes = (server: ChatServer, token: string) => {
    const somebody = open(server)
    somebody.say({ type: 'auth', token, roomId: 'general' })
    return somebody
  }

  it('has said who is there, and is not sent away for having said nothing', async () => {
    const { server } = slow(7_000)
    const [ana, ben] = [comes(server, 'ana'), comes(server, 'ben')]
    await vi.advanceTimersByTimeAsync(15_000)
    expect([ana.heard[0], ben.heard[0]]).toEqual([welcome, welcome])
    expect(ben.close).not.toHaveBeenCalled()
    for (const somebody of [ana, ben]) await somebody.leave()
  })

  it('is not asked about when they are gone by then', async () => {
    const { open: asked, server } = slow(1_000)
    const [ana, ben, uma] = [comes(server, 'ana'), comes(server, 'ben'), comes(server, 'uma')]
    const gone = ben.leave()
    await vi.advanceTimersByTimeAsync(5_000)
    await gone
    expect(asked.mock.calls.map(([, , token]) => token)).toEqual(['ana', 'uma'])
    for (const somebody of [ana, uma]) await somebody.leave()
  })

  it('is nobody who is in already and shows a fresh token', async () => {
    const { server } = slow(1_000)
    const ana = comes(server, 'ana')
    await vi.advanceTimersByTimeAsync(1_500)
    const others = ['ben', 'uma', 'cleo'].map((token) => comes(server, token))
    ana.say({ type: 'auth', token: 'ana', roomId: 'general' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ana.heard.filter((frame) => Object(frame).type === 'auth_success')).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(5_000)
    for (const somebody of [ana, ...others]) await somebody.leave()
  })
})

it('no longer says that somebody types who comes back after a connection of theirs has died', async () => {
  const setTyping = vi.fn<ChatStore['setTyping']>(async () => {})
  const server = new ChatServer({ ...store, setTyping })
  const [ben, ana] = [await enter(server, 'ben'), await enter(server, 'ana')]
  await vi.waitFor(() => expect(ben.heard).toContainEqual({ type: 'user_typing', userId: 'ana', isTyping: false }), {
    timeout: 20_000,
  })
  expect(setTyping).toHaveBeenCalledWith(expect.objectContaining({ userId: 'ana' }), false)
  for (const somebody of [ana, ben]) await somebody.leave()
})

it('[messages.md#seen] says to everybody within a second who has seen how much, also where two say so at once', async () => {
  const server = new ChatServer(store)
  const [ana, ben] = [await enter(server, 'ana'), await enter(server, 'ben')]
  for (const upTo of [5, 7, 6]) ana.say({ type: 'seen', upTo })
  ben.say({ type: 'seen', upTo: 6 })
  await vi.advanceTimersByTimeAsync(1_000)
  const seen = [
    { userId: 'ana', upTo: 7 },
    { userId: 'ben', upTo: 6 },
  ]
  const toldOf = ({ heard }: typeof ana) => heard.filter((frame) => Object(frame).type === 'seen')
  for (const somebody of [ana, ben])
    await vi.waitFor(() => expect(toldOf(somebody)).toEqual([{ type: 'seen', seen }]), { timeout: 20_000 })
  ana.say({ type: 'seen', upTo: -1 })
  const refusal = { type: 'error', message: 'The chat does not understand this.' }
  await vi.waitFor(() => expect(ana.heard.at(-1)).toEqual(refusal), { timeout: 20_000 })
  for (const somebody of [ana, ben]) await somebody.leave()
})
