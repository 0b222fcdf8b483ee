import { beforeWorkerEnds, requireEnv } from '../_shared/runtime.ts'
import { AccessChanges } from './access-changes.ts'
import { ChatRooms, type Participant } from './chat-rooms.ts'
import { type ChatStore, chatStore, type Member } from './chat-store.ts'
import { chatLimits } from './limits.ts'
import { PacedQueue } from './paced-queue.ts'
import type { ServerFrame } from './protocol.ts'
import { unauthenticatedSockets } from './unauthenticated-sockets.ts'

/** The interval of heartbeats; a server that is silent for 20 s counts as dead (see private.chat_servers). */
const KEEP_INTERVAL_MS = 4_000
/** The number of heartbeat rounds between two checks of every connection, in case an event was lost. */
const ROUNDS_BETWEEN_CHECKS = 8

type Person = { userId: string; agencyId: string }

const servers = new Map<string, ChatServer>()

/** The chat server of this process; on hosted Supabase there is one in every worker. */
export function chatServer(): ChatServer {
  const url = requireEnv('SUPABASE_URL')
  const known = servers.get(url)
  if (known) return known
  const server = new ChatServer(chatStore())
  servers.set(url, server)
  beforeWorkerEnds(() => server.reconnectAll())
  return server
}

/** Knows the connections of this process, and announces what happens in a room to all its members on all servers. */
export class ChatServer {
  readonly store: ChatStore
  readonly limits
  readonly unauthenticatedSockets
  readonly #id = crypto.randomUUID()
  readonly #rooms = new ChatRooms()
  readonly #turns = new PacedQueue()
  readonly #seats = new Map<string, Participant>()
  /** Connections that were closed here, but perhaps not yet removed from the database. */
  readonly #leaving = new Map<string, Person>()
  /**
   * People who have left according to the database; their `user_left` waits for another of their connections that is
   * closing.
   */
  readonly #hasLeft = new Set<string>()
  /**
   * Connections to check in the next round: a new one may have lost its access before this server listened for changes.
   */
  readonly #doubtful = new Set<string>()
  readonly #accessChanges = new AccessChanges((person) => void this.recheck(person))
  #rounds = 0
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(store: ChatStore, limits = chatLimits()) {
    this.store = store
    this.limits = limits
    this.unauthenticatedSockets = unauthenticatedSockets(limits.perAddress)
  }

  /** Whether the person may open one more connection on this server. */
  hasRoomFor({ userId }: Member): boolean {
    const theirs = [...this.#seats.values()].filter(({ member }) => member.userId === userId)
    return theirs.length < this.limits.perPerson
  }

  /** Asks the database whether the token gives access to the room. Throws `AccessDenied`. */
  admit(connection: string, token: string) {
    return this.store.open(this.#id, connection, token)
  }

  /**
   * Admits connections one after the other: when a server ends, all of its people arrive at once at another one, where
   * people are talking. Undefined for a connection that closed meanwhile.
   */
  admitInTurn(connection: string, token: string, isGone: () => boolean) {
    return this.#turns.take(async () => (isGone() ? undefined : this.admit(connection, token)))
  }

  /** Enters the room; the connection receives every frame from the moment this resolves. */
  async enter(participant: Participant): Promise<void> {
    this.#seats.set(participant.id, participant)
    this.#hasLeft.delete(keyOf(participant.member))
    this.#doubtful.add(participant.id)
    const isIn = this.#rooms.enter(participant)
    this.#accessChanges.listen()
    this.#timer ??= setInterval(() => void this.#beat(), KEEP_INTERVAL_MS)
    await isIn
  }

  /** Resolves when the database knows that the connection has left; retries until then. */
  async leave(connection: string, { userId, agencyId }: Member): Promise<void> {
    const participant = this.#seats.get(connection)
    this.#seats.delete(connection)
    this.#doubtful.delete(connection)
    if (participant) this.#rooms.leave(agencyId, participant)
    this.#leaving.set(connection, { userId, agencyId })
    await this.#finishLeaving(connection)
    if (this.#seats.size === 0) this.#stopHeartbeat()
    await this.#rooms.closeIfEmpty(agencyId)
  }

  announce(agencyId: string, frame: ServerFrame, notTo?: string): Promise<void> {
    return this.#rooms.announce(agencyId, frame, notTo)
  }

  /** Announces a seen mark; the browser stores it itself. */
  addSeenMark({ userId, agencyId }: Member, upTo: number): void {
    this.#rooms.addSeenMark(agencyId, { userId, upTo })
  }

  /** Tells all browsers to reconnect to another server, since this one is about to end. */
  reconnectAll(): void {
    for (const participant of this.#seats.values()) participant.end()
  }

  /** Ends the connections of a person who may no longer be here; checks everybody if the person is unknown. */
  async recheck(person?: string): Promise<void> {
    const asked = [...this.#seats.values()].filter(({ member }) => person === undefined || member.userId === person)
    if (asked.length > 0) await this.#sendHeartbeat(asked.map(({ id }) => id))
  }

  async #finishLeaving(connection: string): Promise<void> {
    const left = this.#leaving.get(connection)
    if (!left) return
    const { userId, agencyId } = left
    try {
      const isLast = await this.store.close(connection, userId)
      this.#leaving.delete(connection)
      // Two connections that close together may get their answers in either order.
      if (isLast) this.#hasLeft.add(keyOf(left))
      if (this.#isStillHere(left) || !this.#hasLeft.delete(keyOf(left))) return
      await this.announce(agencyId, { type: 'user_left', userId })
    } catch {
      // If the database does not answer, the next round tries again, or another server's if this one is stopping.
    }
  }

  /**
   * A person is still here if they have another connection on this server: the database reports every connection of a
   * removed person as the last one.
   */
  #isStillHere({ userId, agencyId }: Person): boolean {
    const others = [...this.#leaving.values(), ...Array.from(this.#seats.values(), ({ member }) => member)]
    return others.some((other) => other.userId === userId && other.agencyId === agencyId)
  }

  /** A heartbeat round, which keeps this server's connections alive in the database. */
  async #beat(): Promise<void> {
    for (const connection of this.#leaving.keys()) await this.#finishLeaving(connection)
    if (this.#seats.size === 0 && this.#leaving.size === 0) {
      this.#stopHeartbeat()
      return
    }
    for (const participant of this.#seats.values()) if (participant.member.expiresAt <= Date.now()) participant.end()
    this.#accessChanges.listen()
    this.#rounds += 1
    const mayHaveMissedSomething = !this.#accessChanges.isListening || this.#rounds % ROUNDS_BETWEEN_CHECKS === 0
    await this.#sendHeartbeat([...(mayHaveMissedSomething ? this.#seats.keys() : this.#doubtful)])
  }

  /** Sends the heartbeat, and ends the connections that have lost their access. */
  async #sendHeartbeat(connections: string[]): Promise<void> {
    for (const connection of connections) this.#doubtful.delete(connection)
    try {
      const { ended, departed } = await this.store.keep(this.#id, connections)
      for (const connection of ended) this.#seats.get(connection)?.end('You no longer have access to this chat.')
      for (const { user_id, agency_id } of departed) void this.#announceDeparture(agency_id, user_id)
    } catch (error) {
      for (const connection of connections) if (this.#seats.has(connection)) this.#doubtful.add(connection)
      console.warn('The chat could not ask who may still be in it:', error)
    }
  }

  /** Announces a person whose server died, perhaps while they typed. */
  async #announceDeparture(agencyId: string, userId: string): Promise<void> {
    await this.announce(agencyId, { type: 'user_typing', userId, isTyping: false })
    await this.announce(agencyId, { type: 'user_left', userId })
  }

  #stopHeartbeat(): void {
    if (this.#leaving.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#accessChanges.stop()
  }
}

const keyOf = ({ userId, agencyId }: Person) => `${userId} ${agencyId}`
