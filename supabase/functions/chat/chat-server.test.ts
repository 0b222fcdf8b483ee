import { beforeEach, expect, it, vi } from 'vitest'
import type { Channel, ChannelEvents } from '../_shared/channels.ts'
import { type Seat, startChatServer } from './chat-server.ts'
import type { ChatStore } from './chat-store.ts'
import type { Told } from './protocol.ts'

const channel = vi.hoisted(() => ({ send: vi.fn<Channel['send']>(), close: vi.fn() }))
const openChannel = vi.hoisted(() => vi.fn<(name: string, events: ChannelEvents) => Promise<Channel>>())
vi.mock('../_shared/channels.ts', () => ({ openChannel }))

const store: ChatStore = {
  open: vi.fn(),
  add: vi.fn(),
  setTyping: vi.fn(),
  close: async () => true,
  keep: async () => ({ ended: [], departed: [] }),
}
const member = { userId: 'ana', agencyId: 'north', expiresAt: Number.MAX_SAFE_INTEGER, token: '' }
const joined: Told = { type: 'user_joined', userId: 'ben' }

beforeEach(() => {
  vi.clearAllMocks()
  openChannel.mockResolvedValue(channel)
})

it('tells the other servers before anybody here, who may rely on it that all will see what was stored', async () => {
  const server = startChatServer(store)
  const heard: Told[] = []
  const seat: Seat = { id: 'seat', member, tell: (frame) => heard.push(frame), end: vi.fn() }
  await server.enter(seat)

  const { promise: isSent, resolve: send } = Promise.withResolvers<void>()
  channel.send.mockReturnValueOnce(isSent)
  const announced = server.announce('north', joined)
  await vi.waitFor(() => expect(channel.send).toHaveBeenCalledOnce())
  expect(heard).toEqual([])
  send()
  await announced
  expect(heard).toEqual([joined])
  await server.leave('seat', member)
})

it('tells the other servers also of an agency of which nobody is connected here', async () => {
  await startChatServer(store).announce('north', joined)
  expect(channel.send).toHaveBeenCalledExactlyOnceWith({ frame: joined })
  expect(channel.close).toHaveBeenCalledOnce()
})

it('counts what somebody says through other servers too', async () => {
  const server = startChatServer(store)
  await server.enter({ id: 'seat', member, tell: vi.fn(), end: vi.fn() })
  const hear = openChannel.mock.calls[0]?.[1].onMessage
  const message = { sender_id: 'ana', content: 'Good morning' }
  for (let number = 0; number < 9; number += 1) hear?.({ frame: { type: 'new_message', message } })
  expect([server.maySpeak(member), server.maySpeak(member)]).toEqual([true, false])
  await server.leave('seat', member)
})

it('says of those whom a dead server held that they no longer type, and that they left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const departed = [{ user_id: 'ben', agency_id: 'north' }]
  const server = startChatServer({ ...store, keep: async () => ({ ended: [], departed }) })
  const heard: Told[] = []
  await server.enter({ id: 'seat', member, tell: (frame) => heard.push(frame), end: vi.fn() })
  await vi.advanceTimersByTimeAsync(3_000)
  vi.useRealTimers()
  const stopped: Told = { type: 'user_typing', userId: 'ben', isTyping: false }
  await vi.waitFor(() => expect(heard).toEqual([stopped, { type: 'user_left', userId: 'ben' }]))
  await server.leave('seat', member)
})
