import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Channel, ChannelEvents } from '../_shared/channels.ts'
import type { Participant } from './chat-rooms.ts'
import { ChatServer } from './chat-server.ts'
import type { ChatStore } from './chat-store.ts'
import type { ServerFrame } from './protocol.ts'

const channel = vi.hoisted(() => ({ send: vi.fn<Channel['send']>(), close: vi.fn() }))
const openChannel = vi.hoisted(() => vi.fn<(name: string, events: ChannelEvents) => Promise<Channel>>())
const openDatabaseChannel = vi.hoisted(() => vi.fn<(name: string, events: ChannelEvents) => Promise<Channel>>())
vi.mock('../_shared/channels.ts', () => ({ openChannel, openDatabaseChannel }))

const store: ChatStore = {
  open: vi.fn(),
  add: vi.fn(),
  change: vi.fn(),
  setTyping: vi.fn(),
  close: async () => true,
  keep: async () => ({ ended: [], departed: [] }),
}
const member = { userId: 'ana', agencyId: 'north', expiresAt: Number.MAX_SAFE_INTEGER, token: '' }
const joined: ServerFrame = { type: 'user_joined', userId: 'ben' }

beforeEach(() => {
  vi.clearAllMocks()
  openChannel.mockResolvedValue(channel)
  openDatabaseChannel.mockResolvedValue({ send: vi.fn(), close: vi.fn() })
})

it('tells the other servers before anybody here, who may rely on it that all will see what was stored', async () => {
  const server = new ChatServer(store)
  const heard: ServerFrame[] = []
  const participant: Participant = { id: 'seat', member, tell: (frame) => heard.push(frame), end: vi.fn() }
  await server.enter(participant)

  const { promise: isSent, resolve: send } = Promise.withResolvers<void>()
  channel.send.mockReturnValueOnce(isSent)
  const announced = server.announce('north', joined)
  await vi.waitFor(() => expect(channel.send).toHaveBeenCalledOnce(), { timeout: 20_000 })
  expect(heard).toEqual([])
  send()
  await announced
  expect(heard).toEqual([joined])
  await server.leave('seat', member)
})

it('tells the other servers also of an agency of which nobody is connected here', async () => {
  await new ChatServer(store).announce('north', joined)
  expect(channel.send).toHaveBeenCalledExactlyOnceWith({ frame: joined })
  expect(channel.close).toHaveBeenCalledOnce()
})

it('[messages.md#seen] tells elsewhere what the last one who leaves has seen', async () => {
  const server = new ChatServer(store)
  await server.enter({ id: 'seat', member, tell: vi.fn(), end: vi.fn() })
  server.addSeenMark(member, 7)
  channel.send.mockClear()
  await server.leave('seat', member)
  const frames = channel.send.mock.calls.map(([announcement]) => announcement)
  expect(frames).toContainEqual({ frame: { type: 'seen', seen: [{ userId: 'ana', upTo: 7 }] } })
})

describe('somebody whose right has ended', () => {
  const seatOf = (userId: string) => ({ id: userId, member: { ...member, userId }, tell: vi.fn(), end: vi.fn() })
  const isOut = (participant: { end: Participant['end'] }) =>
    vi.waitFor(
      () => expect(participant.end).toHaveBeenCalledExactlyOnceWith('You no longer have access to this chat.'),
      { timeout: 20_000 },
    )
  const keep = vi.fn<ChatStore['keep']>()
  beforeEach(() => keep.mockResolvedValue({ ended: [], departed: [] }))
  const asks = (...ids: string[]) =>
    vi.waitFor(() => expect(keep).toHaveBeenCalledWith(expect.any(String), ids), { timeout: 20_000 })

  async function anaAndBen() {
    const server = new ChatServer({ ...store, keep })
    const participants = { ana: seatOf('ana'), ben: seatOf('ben') }
    await server.enter(participants.ana)
    await server.enter(participants.ben)
    const events = openDatabaseChannel.mock.calls[0]?.[1]
    await vi.waitFor(() => expect(keep).toHaveBeenCalled(), { timeout: 20_000 })
    keep.mockClear()
    const leave = () => Promise.all(Object.values(participants).map(({ id, member }) => server.leave(id, member)))
    return { participants, events, leave }
  }

  it('is out as soon as the database says so, and nobody else is asked about', async () => {
    const { participants, events, leave } = await anaAndBen()
    keep.mockResolvedValue({ ended: ['ana'], departed: [] })
    events?.onMessage({ person: 'ana', id: 'of the message' })
    await isOut(participants.ana)
    expect(keep.mock.calls).toEqual([[expect.any(String), ['ana']]])
    expect(participants.ben.end).not.toHaveBeenCalled()
    await leave()
  })

  it('is found when something the database said was missed', async () => {
    const { participants, events, leave } = await anaAndBen()
    keep.mockResolvedValue({ ended: ['ben'], departed: [] })
    events?.onGap()
    await isOut(participants.ben)
    await leave()
  })

  it('is found in the next round while nothing can be heard of the database', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    openDatabaseChannel.mockRejectedValue(new Error('No Realtime'))
    const server = new ChatServer({ ...store, keep })
    const participant = seatOf('ana')
    await server.enter(participant)
    await vi.advanceTimersByTimeAsync(4_000)
    await asks('ana')
    keep.mockClear().mockResolvedValue({ ended: ['ana'], departed: [] })
    await vi.advanceTimersByTimeAsync(4_000)
    vi.useRealTimers()
    await isOut(participant)
    await server.leave(participant.id, participant.member)
  })

  it('is asked about again where the database did not answer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { participants, events, leave } = await anaAndBen()
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    keep.mockRejectedValueOnce(new Error('No connection'))
    events?.onMessage({ person: 'ana' })
    await asks('ana')
    keep.mockClear().mockResolvedValue({ ended: ['ana'], departed: [] })
    await vi.advanceTimersByTimeAsync(4_000)
    vi.useRealTimers()
    await isOut(participants.ana)
    await leave()
  })
})

it('says once of somebody whose tabs leave together that they left, whichever answer of the database comes first', async () => {
  const answers: ((isLast: boolean) => void)[] = []
  const close = vi.fn(() => new Promise<boolean>((answer) => answers.push(answer)))
  const server = new ChatServer({ ...store, close })
  const heard: ServerFrame[] = []
  await server.enter({ id: 'seat', member, tell: (frame) => heard.push(frame), end: vi.fn() })
  const ben = { ...member, userId: 'ben' }
  for (const id of ['one', 'two']) await server.enter({ id, member: ben, tell: vi.fn(), end: vi.fn() })
  const gone = ['one', 'two'].map((id) => server.leave(id, ben))
  await vi.waitFor(() => expect(answers).toHaveLength(2), { timeout: 20_000 })
  answers[1]?.(true)
  await gone[1]
  answers[0]?.(false)
  await gone[0]
  expect(heard).toEqual([{ type: 'user_left', userId: 'ben' }])
  close.mockResolvedValue(true)
  await server.leave('seat', member)
})

it('says of those whom a dead server held that they no longer type, and that they left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const departed = [{ user_id: 'ben', agency_id: 'north' }]
  const keep = vi.fn<ChatStore['keep']>(store.keep)
  const server = new ChatServer({ ...store, keep })
  const heard: ServerFrame[] = []
  await server.enter({ id: 'seat', member, tell: (frame) => heard.push(frame), end: vi.fn() })
  await vi.waitFor(() => expect(keep).toHaveBeenCalled(), { timeout: 20_000 })
  keep.mockResolvedValueOnce({ ended: [], departed })
  await vi.advanceTimersByTimeAsync(4_000)
  vi.useRealTimers()
  const stopped: ServerFrame = { type: 'user_typing', userId: 'ben', isTyping: false }
  await vi.waitFor(() => expect(heard).toEqual([stopped, { type: 'user_left', userId: 'ben' }]), { timeout: 20_000 })
  await server.leave('seat', member)
})
