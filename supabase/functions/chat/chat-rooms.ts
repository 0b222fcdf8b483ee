import { type Channel, openChannel } from '../_shared/channels.ts'
import type { Member } from './chat-store.ts'
import type { Seen, Told } from './protocol.ts'
import { SeenUpTo } from './seen-up-to.ts'

/** A connection whose person has been let in. */
export type Seat = {
  id: string
  member: Member
  tell(frame: Told): void
  /** Closes it, with a reason for the person or none. */
  end(reason?: string): void
}

type Room = { channel: Promise<Channel>; seats: Set<Seat>; seen: SeenUpTo }
/** What goes from server to server: a frame, and who is not to hear it. */
type Announcement = { frame: Told; notTo?: string | undefined }

/** The rooms of those who are connected here, one for each agency, and the way to the same rooms on other servers. */
export class ChatRooms {
  readonly #rooms = new Map<string, Room>()

  /** From when this resolves, the seat hears all that is said. */
  async enter(seat: Seat): Promise<void> {
    const room = this.#rooms.get(seat.member.agencyId) ?? this.#open(seat.member.agencyId)
    room.seats.add(seat)
    await room.channel
  }

  leave(agencyId: string, seat: Seat): void {
    this.#rooms.get(agencyId)?.seats.delete(seat)
  }

  /** Everybody in the room is told within a second, of all who have seen more together. */
  noteSeen(agencyId: string, seen: Seen): void {
    this.#rooms.get(agencyId)?.seen.note(seen)
  }

  /** Gives the channel up where nobody is left. What the last one saw is still news elsewhere. */
  async closeIfEmpty(agencyId: string): Promise<void> {
    const room = this.#rooms.get(agencyId)
    if (!room || room.seats.size > 0) return
    this.#rooms.delete(agencyId)
    const seen = room.seen.take()
    const channel = await room.channel.catch(() => undefined)
    if (seen.length > 0) await channel?.send({ frame: { type: 'seen', seen } } satisfies Announcement)
    channel?.close()
  }

  /** Those elsewhere first: who is told here that their message is stored may rely on it that all will see it. */
  async announce(agencyId: string, frame: Told, notTo?: string): Promise<void> {
    const announcement = { frame, notTo }
    await this.#tellElsewhere(agencyId, announcement)
    this.#deliver(agencyId, announcement)
  }

  /** Also where nobody of the agency is connected here: whom a dead server held is told to one server, whichever asks. */
  async #tellElsewhere(agencyId: string, announcement: Announcement): Promise<void> {
    const room = this.#rooms.get(agencyId)
    const opened = room ? room.channel : openChannel(channelOf(agencyId), { onMessage() {}, onGap() {} })
    // Whoever entered by a channel that did not open has been told.
    const channel = await opened.catch(() => undefined)
    await channel?.send(announcement)
    if (!room) channel?.close()
  }

  #deliver(agencyId: string, { frame, notTo }: Announcement): void {
    for (const seat of this.#rooms.get(agencyId)?.seats ?? []) if (seat.member.userId !== notTo) seat.tell(frame)
  }

  #open(agencyId: string): Room {
    const seats = new Set<Seat>()
    const channel = openChannel(channelOf(agencyId), {
      onMessage: (announcement) => isAnnouncement(announcement) && this.#deliver(agencyId, announcement),
      // What was said meanwhile is in the history, which everybody reads again after coming back.
      onGap: () => {
        for (const seat of seats) seat.end()
      },
    })
    const seen = new SeenUpTo((risen) => void this.announce(agencyId, { type: 'seen', seen: risen }))
    const room: Room = { channel, seats, seen }
    this.#rooms.set(agencyId, room)
    // A channel that did not open is tried again by whoever comes next.
    channel.catch(() => this.#rooms.get(agencyId) === room && this.#rooms.delete(agencyId))
    return room
  }
}

const channelOf = (agencyId: string) => `chat:${agencyId}`

/** Only this function writes to its channels, so the shape is all there is to ask. */
const isAnnouncement = (value: unknown): value is Announcement =>
  typeof value === 'object' && value !== null && 'frame' in value
