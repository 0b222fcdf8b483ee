import { beforeWorkerEnds, requireEnv } from '../_shared/runtime.ts'
import { AccessChanges } from './access-changes.ts'
import { arrivals } from './arrivals.ts'
import { ChatRooms, type Seat } from './chat-rooms.ts'
import { type ChatStore, chatStore, type Member } from './chat-store.ts'
import { chatLimits } from './limits.ts'
import type { Told } from './protocol.ts'
import { Turns } from './turns.ts'

/** How often this server says that it lives; one that was silent for 20 s counts as dead (see the migration). */
const KEEP_INTERVAL_MS = 4_000
/** In each of so many rounds everybody is asked about, should an event have been missed. */
const ROUNDS_BETWEEN_CHECKS = 8

type Person = { userId: string; agencyId: string }

const servers = new Map<string, ChatServer>()

/** The one that serves this project from here; module state, so on hosted Supabase there is one in every worker. */
export function chatServer(): ChatServer {
  const url = requireEnv('SUPABASE_URL')
  const known = servers.get(url)
  if (known) return known
  const server = new ChatServer(chatStore())
  servers.set(url, server)
  beforeWorkerEnds(() => server.sendEverybodyBack())
  return server
}

/** Knows who is connected here, and tells everybody in a room what happens in it, wherever they are connected. */
export class ChatServer {
  readonly store: ChatStore
  readonly limits
  readonly arrivals
  readonly #id = crypto.randomUUID()
  readonly #rooms = new ChatRooms()
  readonly #turns = new Turns()
  readonly #seats = new Map<string, Seat>()
  /** Connections that are gone here and perhaps not yet in the database. */
  readonly #leaving = new Map<string, Person>()
  /** Of whom the database said so, and others here were not told yet, since another of their connections is leaving. */
  readonly #hasLeft = new Set<string>()
  /** To be asked about in the next round: who just came in may have lost their right before anybody knew of them here. */
  readonly #doubtful = new Set<string>()
  readonly #accessChanges = new AccessChanges((person) => void this.recheck(person))
  #rounds = 0
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(store: ChatStore, limits = chatLimits()) {
    this.store = store
    this.limits = limits
    this.arrivals = arrivals(limits.perAddress)
  }

  /** Whether the person may have one more connection here. */
  hasRoomFor({ userId }: Member): boolean {
    const theirs = [...this.#seats.values()].filter(({ member }) => member.userId === userId)
    return theirs.length < this.limits.perPerson
  }

  /** Asks the database whether the token's bearer may be in the room. Throws `AccessDenied`. */
  admit(connection: string, token: string) {
    return this.store.open(this.#id, connection, token)
  }

  /**
   * The same, in turn: when a server ends, all of its people come at once to another one, where people are talking. Nothing
   * for whoever is gone by then.
   */
  admitInTurn(connection: string, token: string, isGone: () => boolean) {
    return this.#turns.take(async () => (isGone() ? undefined : this.admit(connection, token)))
  }

  /** From when this resolves, the seat hears all that is said. */
  async enter(seat: Seat): Promise<void> {
    this.#seats.set(seat.id, seat)
    this.#hasLeft.delete(keyOf(seat.member))
    this.#doubtful.add(seat.id)
    const isIn = this.#rooms.enter(seat)
    this.#accessChanges.listen()
    this.#timer ??= setInterval(() => void this.#keep(), KEEP_INTERVAL_MS)
    await isIn
  }

  /** Resolves when the database knows too; tried again until it does. */
  async leave(connection: string, { userId, agencyId }: Member): Promise<void> {
    const seat = this.#seats.get(connection)
    this.#seats.delete(connection)
    this.#doubtful.delete(connection)
    if (seat) this.#rooms.leave(agencyId, seat)
    this.#leaving.set(connection, { userId, agencyId })
    await this.#finishLeaving(connection)
    if (this.#seats.size === 0) this.#stopKeeping()
    await this.#rooms.closeIfEmpty(agencyId)
  }

  announce(agencyId: string, frame: Told, notTo?: string): Promise<void> {
    return this.#rooms.announce(agencyId, frame, notTo)
  }

  /** It is told, and nothing more: the browser stores it itself. */
  noteSeen({ userId, agencyId }: Member, upTo: number): void {
    this.#rooms.noteSeen(agencyId, { userId, upTo })
  }

  /** This server is about to end: everybody comes back by another one, and does not have to find out first. */
  sendEverybodyBack(): void {
    for (const seat of this.#seats.values()) seat.end()
  }

  /** Ends the connections of somebody who may no longer be here; of everybody, where it is not known of whom. */
  async recheck(person?: string): Promise<void> {
    const asked = [...this.#seats.values()].filter(({ member }) => person === undefined || member.userId === person)
    if (asked.length > 0) await this.#ask(asked.map(({ id }) => id))
  }

  async #finishLeaving(connection: string): Promise<void> {
    const left = this.#leaving.get(connection)
    if (!left) return
    const { userId, agencyId } = left
    try {
      const isLast = await this.store.close(connection, userId)
      this.#leaving.delete(connection)
      // Of two that leave together, the answer to the first may be the last to come.
      if (isLast) this.#hasLeft.add(keyOf(left))
      if (this.#isStillHere(left) || !this.#hasLeft.delete(keyOf(left))) return
      await this.announce(agencyId, { type: 'user_left', userId })
    } catch {
      // The next round tries again; when this server is stopping, another one's does.
    }
  }

  /** Of somebody who was removed, every tab is the last one for the database. */
  #isStillHere({ userId, agencyId }: Person): boolean {
    const others = [...this.#leaving.values(), ...Array.from(this.#seats.values(), ({ member }) => member)]
    return others.some((other) => other.userId === userId && other.agencyId === agencyId)
  }

  /** One round of those in which this server says that it lives. */
  async #keep(): Promise<void> {
    for (const connection of this.#leaving.keys()) await this.#finishLeaving(connection)
    if (this.#seats.size === 0 && this.#leaving.size === 0) {
      this.#stopKeeping()
      return
    }
    for (const seat of this.#seats.values()) if (seat.member.expiresAt <= Date.now()) seat.end()
    this.#accessChanges.listen()
    this.#rounds += 1
    const mayHaveMissedSomething = !this.#accessChanges.isHearing || this.#rounds % ROUNDS_BETWEEN_CHECKS === 0
    await this.#ask([...(mayHaveMissedSomething ? this.#seats.keys() : this.#doubtful)])
  }

  /** Says that this server lives, and ends those of the connections whose right to be here has ended. */
  async #ask(connections: string[]): Promise<void> {
    for (const connection of connections) this.#doubtful.delete(connection)
    try {
      const { ended, departed } = await this.store.keep(this.#id, connections)
      for (const connection of ended) this.#seats.get(connection)?.end('You no longer have access to this chat.')
      for (const { user_id, agency_id } of departed) void this.#tellOfDeparture(agency_id, user_id)
    } catch (error) {
      for (const connection of connections) if (this.#seats.has(connection)) this.#doubtful.add(connection)
      console.warn('The chat could not ask who may still be in it:', error)
    }
  }

  /** Of somebody whose server died, perhaps while they typed. */
  async #tellOfDeparture(agencyId: string, userId: string): Promise<void> {
    await this.announce(agencyId, { type: 'user_typing', userId, isTyping: false })
    await this.announce(agencyId, { type: 'user_left', userId })
  }

  #stopKeeping(): void {
    if (this.#leaving.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#accessChanges.stop()
  }
}

const keyOf = ({ userId, agencyId }: Person) => `${userId} ${agencyId}`
