import type { Bus, BusChannel, SharedEntries } from '../bus/bus.ts'
import { isBytes, isObject, type Payload } from './frames.ts'
import { byKey, change, type Presences, present } from './presence.ts'

/** One joined channel of one socket. */
export interface Member {
  /** Whether these may be heard by it. */
  hears: { broadcast: boolean; presence: boolean }
  tell(event: string, payload: Payload): void
}

export type Rooms = ReturnType<typeof createRooms>

type Room = {
  /** Each with the id of its presence. */
  members: Map<Member, string>
  /** Also of those who are connected elsewhere. */
  presences: Presences
  /** The same room in the other processes. */
  elsewhere: Promise<{ channel: BusChannel; entries: SharedEntries }>
}

/** A public channel and a private one of the same name are two rooms. */
export const roomOf = (sub: string, isPrivate: boolean) => `${isPrivate ? 'private' : 'public'}:${sub}`

/** Who is in which room. */
export function createRooms(bus: Bus) {
  const rooms = new Map<string, Room>()

  return {
    /** Resolves once the member hears, and knows, whoever is connected elsewhere. */
    async enter(name: string, member: Member): Promise<void> {
      const room = rooms.get(name) ?? openRoom(name)
      room.members.set(member, crypto.randomUUID())
      await room.elsewhere
    },

    leave(name: string, member: Member): void {
      const room = rooms.get(name)
      if (!room) return
      this.untrack(name, member)
      room.members.delete(member)
      if (room.members.size > 0) return
      rooms.delete(name)
      void room.elsewhere.then(({ channel, entries }) => {
        channel.close()
        entries.close()
      })
    },

    broadcast(name: string, event: string, payload: unknown, notTo?: Member): void {
      const room = rooms.get(name)
      const words = forTheWire(event, payload)
      if (!room) {
        bus.send(onTheBus(name), words)
        return
      }
      deliver(room, event, payload, notTo)
      void room.elsewhere.then(({ channel }) => channel.send(words))
    },

    /** What a member is with the others from now on. */
    track(name: string, member: Member, key: string, state: Payload): void {
      const room = rooms.get(name)
      const id = room?.members.get(member)
      if (!room || id === undefined) return
      const now = present(room.presences.get(id), key, state)
      if (!now) return
      tellChanges(room, new Map([[id, now]]))
      void room.elsewhere.then(({ entries }) => entries.set(id, now))
    },

    untrack(name: string, member: Member): void {
      const room = rooms.get(name)
      const id = room?.members.get(member)
      if (!room || id === undefined || !room.presences.has(id)) return
      tellChanges(room, new Map([[id, undefined]]))
      void room.elsewhere.then(({ entries }) => entries.remove(id))
    },

    /** Whether anybody is in it who is connected to this process. */
    isOpen: (name: string): boolean => rooms.has(name),

    /** To those who are connected to this process: the others hear of it from theirs. */
    tellHere(name: string, words: Payload): void {
      for (const member of rooms.get(name)?.members.keys() ?? []) {
        if (member.hears.broadcast) member.tell('broadcast', words)
      }
    },

    presenceState: (name: string): Payload => byKey(rooms.get(name)?.presences.values() ?? []),
  }

  function openRoom(name: string): Room {
    const room: Room = { members: new Map(), presences: new Map(), elsewhere: open() }
    rooms.set(name, room)
    return room

    async function open() {
      const [channel, entries] = await Promise.all([
        bus.open(onTheBus(name), {
          onMessage: (words) => isWords(words) && deliver(room, words.event, fromTheWire(words)),
          // A broadcast that was missed is missed, here as upstream.
          onGap: () => undefined,
        }),
        bus.share(onTheBus(name), (changes) => tellChanges(room, changes)),
      ])
      return { channel, entries }
    }
  }
}

const onTheBus = (name: string) => `realtime:${name}`

function deliver({ members }: Room, event: string, payload: unknown, notTo?: Member) {
  const words = { type: 'broadcast', event, payload }
  for (const member of members.keys()) {
    if (member !== notTo && member.hears.broadcast) member.tell('broadcast', words)
  }
}

function tellChanges({ members, presences }: Room, changes: Parameters<typeof change>[1]) {
  const diff = change(presences, changes)
  if (!diff) return
  for (const member of members.keys()) if (member.hears.presence) member.tell('presence_diff', diff)
}

/** A broadcast on its way to another process. */
type Words = { event: string; payload?: unknown; bytes?: string }

const forTheWire = (event: string, payload: unknown): Words =>
  isBytes(payload) ? { event, bytes: payload.bytes.toString('base64') } : { event, payload }

const fromTheWire = ({ payload, bytes }: Words) =>
  bytes === undefined ? payload : { encoding: 'bytes', bytes: Buffer.from(bytes, 'base64') }

/** Only this service writes to its channels, so the shape is all there is to ask. */
const isWords = (value: unknown): value is Words => isObject(value) && 'event' in value
