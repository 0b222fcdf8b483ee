import type { Payload } from './frames.ts'

export type Meta = Payload & { phx_ref: string }

/** One joined channel of one socket. */
export interface Member {
  /** Whether these may be heard by it. */
  hears: { broadcast: boolean; presence: boolean }
  tell(event: string, payload: Payload): void
}

export type Rooms = ReturnType<typeof createRooms>
type Room = { members: Set<Member>; present: Map<Member, { key: string; meta: Meta }> }

/** Who is in which room of this process. A public and a private channel of one name are two rooms. */
export function createRooms() {
  const rooms = new Map<string, Room>()
  const find = (name: string) => rooms.get(name) ?? { members: new Set<Member>(), present: new Map() }

  return {
    enter(name: string, member: Member) {
      const room = find(name)
      rooms.set(name, room)
      room.members.add(member)
    },

    leave(name: string, member: Member) {
      const room = find(name)
      room.members.delete(member)
      this.untrack(name, member)
      if (room.members.size === 0) rooms.delete(name)
    },

    broadcast(name: string, event: string, payload: unknown, notTo?: Member) {
      const words = { type: 'broadcast', event, payload }
      for (const member of find(name).members) {
        if (member !== notTo && member.hears.broadcast) member.tell('broadcast', words)
      }
    },

    /** What a member is with the others from now on. */
    track(name: string, member: Member, key: string, state: Payload) {
      const room = find(name)
      const before = room.present.get(member)
      if (before && sameState(before.meta, state)) return
      const ref = crypto.randomUUID()
      const meta: Meta = { ...state, phx_ref: ref, ...(before && { phx_ref_prev: before.meta.phx_ref }) }
      room.present.set(member, { key, meta })
      tellDiff(room, { [key]: { metas: [meta] } }, before ? { [before.key]: { metas: [before.meta] } } : {})
    },

    untrack(name: string, member: Member) {
      const room = find(name)
      const before = room.present.get(member)
      if (!before) return
      room.present.delete(member)
      tellDiff(room, {}, { [before.key]: { metas: [before.meta] } })
    },

    presenceState(name: string): Payload {
      const byKey = new Map<string, Meta[]>()
      for (const { key, meta } of find(name).present.values()) byKey.set(key, [...(byKey.get(key) ?? []), meta])
      return Object.fromEntries([...byKey].map(([key, metas]) => [key, { metas }]))
    },
  }
}

function tellDiff({ members }: Room, joins: Payload, leaves: Payload) {
  for (const member of members) if (member.hears.presence) member.tell('presence_diff', { joins, leaves })
}

function sameState({ phx_ref: _, phx_ref_prev: __, ...before }: Meta, state: Payload) {
  return JSON.stringify(before) === JSON.stringify(state)
}
