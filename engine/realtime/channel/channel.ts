import { type Claims, SessionEnded } from '../../database/database.ts'
import { type Bearer, bearerOf } from '../bearer.ts'
import { Following } from '../changes/following.ts'
import { SubscriptionError } from '../changes/subscription-check.ts'
import { type ClientFrame, isObject, type Payload } from '../frames.ts'
import { messagesSince } from '../messages.ts'
import { Refused, refusals } from '../refusals.ts'
import type { Member } from '../room.ts'
import { roomOf } from '../rooms.ts'
import type { Service } from '../service.ts'
import { type ChannelSocket, PREFIX } from './channel-socket.ts'
import { ClientMessages } from './client-messages.ts'
import { Expiry } from './expiry.ts'
import { readJoin, type Wishes } from './join.ts'
import { OutgoingMessages } from './outgoing-messages.ts'
import { ServerMessages } from './server-messages.ts'
import { Standing } from './standing.ts'

/** One joined channel of one socket. It ends with the right to be there, and the socket stays. */
export class Channel implements Member {
  readonly #service: Service
  readonly #socket: ChannelSocket
  readonly #joining: ClientFrame
  readonly #wishes: Wishes
  readonly #sub: string
  readonly #room: string
  readonly #onEnd: (channel: Channel) => void
  readonly #serverMessages: ServerMessages
  readonly #standing: Standing
  readonly #outgoing: OutgoingMessages
  readonly #clientMessages: ClientMessages
  readonly #following: Following
  readonly #expiry = new Expiry(() => this.#expel(refusals.tokenExpired(this.#standing.bearer.exp).message))
  #confirming: Promise<void> | undefined

  /** Throws `Refused`, or trouble of our own. */
  static async join(
    service: Service,
    socket: ChannelSocket,
    frame: ClientFrame,
    key: string,
    onEnd: (channel: Channel) => void,
  ): Promise<Channel> {
    if (frame.topic === PREFIX) throw refusals.noTopic()
    const wishes = readJoin(frame.payload)
    const bearer = await bearerOf(service.app.tokens, wishes.token ?? key)
    const channel = new Channel(service, socket, frame, wishes, bearer, onEnd)
    await channel.#standing.ask()
    if (wishes.waitsForChanges) await channel.#following.check().catch(refuseToFollow)
    return channel
  }

  private constructor(
    service: Service,
    socket: ChannelSocket,
    joining: ClientFrame,
    wishes: Wishes,
    bearer: Bearer,
    onEnd: (channel: Channel) => void,
  ) {
    const { app, changes, limits } = service
    const recheckMs = app.project.config.realtime.policy_recheck_ms
    const sub = joining.topic.slice(PREFIX.length)
    const room = roomOf(sub, wishes.isPrivate)
    const serverMessages = new ServerMessages(socket, limits, joining)
    const standing = new Standing(app.database, { sub, recheckMs, ...wishes }, bearer)
    this.#service = service
    this.#socket = socket
    this.#joining = joining
    this.#wishes = wishes
    this.#sub = sub
    this.#room = room
    this.#onEnd = onEnd
    this.#serverMessages = serverMessages
    this.#standing = standing
    this.#outgoing = new OutgoingMessages(serverMessages, standing)
    this.#clientMessages = new ClientMessages(service, { socket, serverMessages, standing, wishes, room, member: this })
    this.#following = new Following(changes, wishes.changes, {
      caller: () => standing.callerAt(socket.address),
      tell: (payload) => serverMessages.push('postgres_changes', payload),
      system: (status, message) => serverMessages.system(status, message, 'postgres_changes'),
      missed: () => this.#end('phx_error'),
      ended: () => void this.#ask(),
      fail: (error) => this.#fail(error),
    })
  }

  get joinRef(): string | null {
    return this.#joining.joinRef
  }

  /** Of whoever speaks by it now. */
  get claims(): Claims {
    return this.#standing.bearer.claims
  }

  get hears() {
    return this.#standing.hears
  }

  /** Speaks in the channel's name from now on; resolves once it hears everything. */
  async enter(): Promise<void> {
    const { app, rooms, limits } = this.#service
    const { replay, changes, wantsReplicationReady } = this.#wishes
    await rooms.enter(this.#room, this)
    // Whoever may only see who is there was not told the first time either.
    const missed = replay && this.hears.broadcast ? await messagesSince(app.database, this.#sub, replay) : []
    // Left, or signed out, meanwhile.
    if (this.#serverMessages.isOver) return
    this.#expiry.watch(this.#standing.bearer.exp)
    this.#socket.reply(this.#joining, 'ok', { postgres_changes: changes.echoed })
    if (this.hears.presence && limits.presence.allows(this.#socket.client())) {
      this.#serverMessages.push('presence_state', rooms.presenceState(this.#room))
    }
    if (wantsReplicationReady) this.#serverMessages.system('ok', 'Replication connection established')
    this.#outgoing.replay(missed)
    this.#outgoing.open()
    await this.#following.start()
  }

  async handle(said: ClientFrame, bytes: number): Promise<void> {
    try {
      switch (said.event) {
        case 'phx_leave':
          this.#socket.reply(said, 'ok', {})
          return this.close()
        case 'access_token':
          return await this.#renew(said.payload)
        case 'broadcast':
          return await this.#clientMessages.broadcast(said, bytes)
        case 'presence':
          return await this.#clientMessages.presence(said, bytes)
      }
    } catch (error) {
      this.#fail(error)
    }
  }

  /** The room tells something. */
  tell(event: string, payload: Payload): void {
    if (this.#standing.isAging()) void this.#ask()
    if (!this.#outgoing.put(event, payload)) this.#end('phx_error')
  }

  /** Asks again whether the bearer may still be here, and ends the channel if not. */
  async confirm(): Promise<void> {
    // A question that is under way may have been asked too early to know.
    await this.#confirming
    await this.#ask()
  }

  /** The others see that whoever was here has left. */
  untrack(): void {
    this.#service.rooms.untrack(this.#room, this)
  }

  /** Ends it with a word to the client. */
  close(): void {
    this.#end('phx_close')
  }

  /** Ends it without. */
  drop(): void {
    this.#end()
  }

  /**
   * A null, unchanged or `sb_` token says nothing; any other is checked and counts from now on
   * (docs/wire/realtime.md#tokens).
   */
  async #renew(payload: unknown): Promise<void> {
    const token = isObject(payload) ? payload.access_token : undefined
    if (typeof token !== 'string' || token === this.#standing.bearer.token || token.startsWith('sb_')) return
    const bearer = await bearerOf(this.#service.app.tokens, token)
    this.#standing.renew(bearer)
    this.#following.renew()
    this.#expiry.watch(bearer.exp)
    await this.confirm()
    // The first join of an app comes without its person's token, who may be allowed more than a stranger.
    await this.#following.start()
  }

  #ask(): Promise<void> {
    this.#confirming ??= this.#standing
      .ask()
      .then(() => this.#outgoing.release())
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#confirming = undefined
      })
    return this.#confirming
  }

  /** A decision is final, and the client stays away; after trouble of ours it comes back by itself. */
  #fail(error: unknown): void {
    if (error instanceof Refused || error instanceof SessionEnded) {
      this.#expel(error.message)
      return
    }
    this.#service.app.log.error(error, 'A Realtime channel failed')
    this.#end('phx_error')
  }

  #expel(message: string): void {
    this.#serverMessages.system('error', message)
    this.#end('phx_close')
  }

  #end(event?: 'phx_close' | 'phx_error'): void {
    if (this.#serverMessages.isOver) return
    this.#serverMessages.end(event)
    this.#expiry.stop()
    this.#outgoing.clear()
    this.#following.stop()
    this.#service.rooms.leave(this.#room, this)
    this.#onEnd(this)
  }
}

function refuseToFollow(error: unknown): never {
  throw error instanceof SubscriptionError ? refusals.cannotFollow(error.message) : error
}
