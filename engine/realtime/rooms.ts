import type { Bus } from '../bus/bus.ts'
import type { Payload } from './frames.ts'
import { broadcastElsewhere, type Member, Room } from './room.ts'

/** A public channel and a private one of the same name are two rooms. */
export const roomOf = (sub: string, isPrivate: boolean) => `${isPrivate ? 'private' : 'public'}:${sub}`

/** The rooms that somebody of this process is in, by name. */
export class Rooms {
  readonly #bus: Bus
  readonly #rooms = new Map<string, Room>()

  constructor(bus: Bus) {
    this.#bus = bus
  }

  /** Resolves once the member hears, and knows, whoever is connected elsewhere. */
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

  /** What a member is with the others from now on. */
  track(name: string, member: Member, key: string, state: Payload): void {
    this.#rooms.get(name)?.track(member, key, state)
  }

  untrack(name: string, member: Member): void {
    this.#rooms.get(name)?.untrack(member)
  }

  /** Whether anybody is in it who is connected to this process. */
  isOpen(name: string): boolean {
    return this.#rooms.has(name)
  }

  /** To those who are connected to this process: the others hear of it from theirs. */
  tellHere(name: string, words: Payload): void {
    this.#rooms.get(name)?.tellHere(words)
  }

  presenceState(name: string): Payload {
    return this.#rooms.get(name)?.presenceState() ?? {}
  }
}
