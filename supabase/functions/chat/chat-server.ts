import { type Channel, openChannel, openDatabaseChannel } from '../_shared/channels.ts'
import { requireEnv } from '../_shared/runtime.ts'
import { arrivals } from './arrivals.ts'
import { type ChatStore, chatStore, type Member } from './chat-store.ts'
import { chatLimits } from './limits.ts'
import type { Told } from './protocol.ts'

/** How often this server says that it lives; one that was silent for 20 s counts as dead (see the migration). */
const KEEP_INTERVAL_MS = 4_000
/** In each of so many rounds everybody is asked about, should an event have been missed. */
const ROUNDS_BETWEEN_CHECKS = 8

/** A connection whose person has been let in. */
export type Seat = {
  id: string
  member: Member
  tell(frame: Told): void
  /** Closes it, with a reason for the person or none. */
  end(reason?: string): void
}

type Room = { channel: Promise<Channel>; seats: Set<Seat> }
/** What goes from server to server: a frame, and who is not to hear it. */
type Announcement = { frame: Told; notTo?: string | undefined }

export type ChatServer = ReturnType<typeof startChatServer>

const servers = new Map<string, ChatServer>()

/** The one that serves this project from here; module state, so on hosted Supabase there is one in every worker. */
export function chatServer(): ChatServer {
  const url = requireEnv('SUPABASE_URL')
  const server = servers.get(url) ?? startChatServer(chatStore())
  servers.set(url, server)
  return server
}

/** Knows who is connected here, and tells everybody in a room what happens in it, wherever they are connected. */
export function startChatServer(store: ChatStore, limits = chatLimits()) {
  const id = crypto.randomUUID()
  const rooms = new Map<string, Room>()
  const seats = new Map<string, Seat>()
  /** Connections that are gone here and perhaps not yet in the database. */
  const leaving = new Map<string, { userId: string; agencyId: string }>()
  /** To be asked about in the next round: who just came in may have lost their right before anybody knew of them here. */
  const doubtful = new Set<string>()
  let rounds = 0
  let tidings: Promise<Channel> | undefined
  let isHearing = false
  let timer: ReturnType<typeof setInterval> | undefined

  return {
    store,
    limits,
    arrivals: arrivals(limits.perAddress),

    /** Whether the person may have one more connection here. */
    hasRoomFor({ userId }: Member): boolean {
      const theirs = [...seats.values()].filter(({ member }) => member.userId === userId)
      return theirs.length < limits.perPerson
    },

    /** Asks the database whether the token's bearer may be in the room. Throws `AccessDenied`. */
    async admit(connection: string, token: string) {
      return store.open(id, connection, token)
    },

    /** From when this resolves, the seat hears all that is said. */
    async enter(seat: Seat): Promise<void> {
      const { agencyId } = seat.member
      const room = rooms.get(agencyId) ?? openRoom(agencyId)
      room.seats.add(seat)
      seats.set(seat.id, seat)
      doubtful.add(seat.id)
      hearOfChanges()
      timer ??= setInterval(keep, KEEP_INTERVAL_MS)
      await room.channel
    },

    announce,
    recheck,

    /** Resolves when the database knows too; tried again until it does. */
    async leave(connection: string, { userId, agencyId }: Member): Promise<void> {
      const seat = seats.get(connection)
      seats.delete(connection)
      doubtful.delete(connection)
      const room = rooms.get(agencyId)
      if (seat) room?.seats.delete(seat)
      leaving.set(connection, { userId, agencyId })
      await finishLeaving(connection)
      if (seats.size === 0) stopKeeping()
      if (room && room.seats.size === 0 && rooms.get(agencyId) === room) {
        rooms.delete(agencyId)
        ;(await room.channel.catch(() => undefined))?.close()
      }
    },
  }

  function openRoom(agencyId: string): Room {
    const room: Room = { channel: open(), seats: new Set() }
    rooms.set(agencyId, room)
    // A channel that did not open is tried again by whoever comes next.
    room.channel.catch(() => rooms.get(agencyId) === room && rooms.delete(agencyId))
    return room

    function open() {
      return openChannel(channelOf(agencyId), {
        onMessage: (announcement) => isAnnouncement(announcement) && deliver(agencyId, announcement),
        // What was said meanwhile is in the history, which everybody reads again after coming back.
        onGap: () => {
          for (const seat of room.seats) seat.end()
        },
      })
    }
  }

  /** Those elsewhere first: who is told here that their message is stored may rely on it that all will see it. */
  async function announce(agencyId: string, frame: Told, notTo?: string): Promise<void> {
    const announcement = { frame, notTo }
    await tellElsewhere(agencyId, announcement)
    deliver(agencyId, announcement)
  }

  /** Also where nobody of the agency is connected here: whom a dead server held is told to one server, whichever asks. */
  async function tellElsewhere(agencyId: string, announcement: Announcement): Promise<void> {
    const room = rooms.get(agencyId)
    const opened = room ? room.channel : openChannel(channelOf(agencyId), { onMessage() {}, onGap() {} })
    // Whoever entered by a channel that did not open has been told.
    const channel = await opened.catch(() => undefined)
    await channel?.send(announcement)
    if (!room) channel?.close()
  }

  function deliver(agencyId: string, { frame, notTo }: Announcement): void {
    for (const seat of rooms.get(agencyId)?.seats ?? []) if (seat.member.userId !== notTo) seat.tell(frame)
  }

  async function finishLeaving(connection: string): Promise<void> {
    const left = leaving.get(connection)
    if (!left) return
    try {
      const isLast = await store.close(connection, left.userId)
      leaving.delete(connection)
      if (isLast && !isStillHere(left)) await announce(left.agencyId, { type: 'user_left', userId: left.userId })
    } catch {
      // The next round tries again; when this server is stopping, another one's does.
    }
  }

  /** Of somebody who was removed, every tab is the last one for the database. */
  function isStillHere({ userId, agencyId }: { userId: string; agencyId: string }): boolean {
    const others = [...leaving.values(), ...Array.from(seats.values(), ({ member }) => member)]
    return others.some((other) => other.userId === userId && other.agencyId === agencyId)
  }

  async function keep(): Promise<void> {
    for (const connection of leaving.keys()) await finishLeaving(connection)
    if (seats.size === 0 && leaving.size === 0) return stopKeeping()
    for (const seat of seats.values()) if (seat.member.expiresAt <= Date.now()) seat.end()
    hearOfChanges()
    rounds += 1
    const mayHaveMissedSomething = !isHearing || rounds % ROUNDS_BETWEEN_CHECKS === 0
    await ask([...(mayHaveMissedSomething ? seats.keys() : doubtful)])
  }

  /** Ends the connections of somebody who may no longer be here; of everybody, where it is not known of whom. */
  async function recheck(person?: string): Promise<void> {
    const asked = [...seats.values()].filter(({ member }) => person === undefined || member.userId === person)
    if (asked.length > 0) await ask(asked.map(({ id }) => id))
  }

  /** Says that this server lives, and ends those of the connections whose right to be here has ended. */
  async function ask(connections: string[]): Promise<void> {
    for (const connection of connections) doubtful.delete(connection)
    try {
      const { ended, departed } = await store.keep(id, connections)
      for (const connection of ended) seats.get(connection)?.end('You no longer have access to this chat.')
      for (const { user_id, agency_id } of departed) void tellOfDeparture(agency_id, user_id)
    } catch (error) {
      for (const connection of connections) if (seats.has(connection)) doubtful.add(connection)
      console.warn('The chat could not ask who may still be in it:', error)
    }
  }

  /** Listens to what the database says of rights that changed. What does not open is tried again in the next round. */
  function hearOfChanges(): void {
    if (tidings) return
    const opened = openDatabaseChannel(TIDINGS, {
      onMessage: (tiding) => void recheck(isTiding(tiding) ? tiding.person : undefined),
      onGap: () => void recheck(),
    })
    tidings = opened
    opened.then(
      () => {
        isHearing = true
        return recheck()
      },
      (error) => {
        tidings = undefined
        console.warn('The chat does not hear of rights that change:', error)
      },
    )
  }

  /** Of somebody whose server died, perhaps while they typed. */
  async function tellOfDeparture(agencyId: string, userId: string): Promise<void> {
    await announce(agencyId, { type: 'user_typing', userId, isTyping: false })
    await announce(agencyId, { type: 'user_left', userId })
  }

  function stopKeeping() {
    if (leaving.size > 0) return
    clearInterval(timer)
    timer = undefined
    void tidings?.then(
      (channel) => channel.close(),
      () => undefined,
    )
    tidings = undefined
    isHearing = false
  }
}

const channelOf = (agencyId: string) => `chat:${agencyId}`

/** Where the database tells whose right to be in the chat may have changed: see the migration. */
const TIDINGS = 'chat-access'

const isTiding = (value: unknown): value is { person: string } =>
  typeof value === 'object' && value !== null && 'person' in value && typeof value.person === 'string'

/** Only this function writes to its channels, so the shape is all there is to ask. */
const isAnnouncement = (value: unknown): value is Announcement =>
  typeof value === 'object' && value !== null && 'frame' in value
