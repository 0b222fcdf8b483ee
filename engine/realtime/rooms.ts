import type { Bus } from '../bus/bus.ts'
import type { Payload } from './frames.ts'
import { broadcastElsewhere, type Member, Room } from './room.ts'

/** The room of a topic: a public and a private channel of the same name are separate rooms. */
export const roomOf = (sub: string, isPrivate: boolean) => `${isPrivate ? 'private' : 'public'}:${sub}`

/** The rooms with members in this process, by name. */
export class Rooms {
  readonly #bus: Bus
  readonly #rooms = new Map<string, Room>()

  constructor(bus: Bus) {
    this.#bus = bus
  }

  /** Adds a member; resolves once it receives messages and knows the presences on other servers. */
  async enter(name: string, member: Member): Promise<void> {
    const room = this.#rooms.get(name) ?? new Room(this.#bus, name)
    this.#rooms.set(name, room)
    await room.enter(member)
  }

  leave(name: string, member: Member): void {
    const room = this.#rooms.get(name)
    if (!room) return
    room.leave(member)
    if (!room.isEmpty) return
    this.#rooms.delete(name)
    room.close()
  }

  broadcast(name: string, event: string, payload: unknown, notTo?: Member): void {
    const room = this.#rooms.get(name)
    if (room) room.broadcast(event, payload, notTo)
    else broadcastElsewhere(this.#bus, name, event, payload)
  }

  /** Sets a member's presence. */
  track(name: string, member: Member, key: string, state: Payload): void {
    this.#rooms.get(name)?.track(member, key, state)
  }

  untrack(name: string, member: Member): void {
    this.#rooms.get(name)?.untrack(member)
  }

  /** Whether the room has members in this process. */
  isOpen(name: string): boolean {
    return this.#rooms.has(name)
  }

  /** Sends to the members in this process; other processes tell theirs. */
  sendLocally(name: string, words: Payload): void {
    this.#rooms.get(name)?.sendLocally(words)
  }

  presenceState(name: string): Payload {
    return this.#rooms.get(name)?.presenceState() ?? {}
  }
}
