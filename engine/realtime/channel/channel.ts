import { type Claims, SessionEnded } from '../../database/database.ts'
import { type Bearer, bearerOf } from '../bearer.ts'
import { ChangeSubscriptions } from '../changes/change-subscriptions.ts'
import { SubscriptionError } from '../changes/subscription-check.ts'
import { type ClientFrame, isObject, type Payload } from '../frames.ts'
import { missedBroadcasts } from '../missed-broadcasts.ts'
import { RealtimeRefusal, refusals } from '../realtime-errors.ts'
import type { Member } from '../room.ts'
import { roomOf } from '../rooms.ts'
import type { RealtimeState } from '../shared-state.ts'
import { ChannelAccess } from './channel-access.ts'
import { type ChannelSocket, PREFIX } from './channel-socket.ts'
import { ClientMessages } from './client-messages.ts'
import { OutgoingMessages } from './outgoing-messages.ts'
import { type JoinOptions, readJoin } from './parse-join.ts'
import { ServerMessages } from './server-messages.ts'
import { TokenExpiry } from './token-expiry.ts'

/** One joined channel of one socket. It closes when its access ends; the socket stays open. */
export class Channel implements Member {
  readonly #service: RealtimeState
  readonly #socket: ChannelSocket
  readonly #joining: ClientFrame
  readonly #wishes: JoinOptions
  readonly #sub: string
  readonly #room: string
  readonly #onEnd: (channel: Channel) => void
  readonly #serverMessages: ServerMessages
  readonly #access: ChannelAccess
  readonly #outgoing: OutgoingMessages
  readonly #clientMessages: ClientMessages
  readonly #following: ChangeSubscriptions
  readonly #expiry = new TokenExpiry(() => this.#expel(refusals.tokenExpired(this.#access.bearer.exp).message))
  #confirming: Promise<void> | undefined

  /** Joins the channel. Throws `RealtimeRefusal`, or an internal error. */
  static async join(
    service: RealtimeState,
    socket: ChannelSocket,
    frame: ClientFrame,
    key: string,
    onEnd: (channel: Channel) => void,
  ): Promise<Channel> {
    if (frame.topic === PREFIX) throw refusals.noTopic()
    const wishes = readJoin(frame.payload)
    const bearer = await bearerOf(service.app.tokens, wishes.token ?? key)
    const channel = new Channel(service, socket, frame, wishes, bearer, onEnd)
    await channel.#access.check()
    if (wishes.waitsForChanges) await channel.#following.check().catch(refuseToFollow)
    return channel
  }

  private constructor(
    service: RealtimeState,
    socket: ChannelSocket,
    joining: ClientFrame,
    wishes: JoinOptions,
    bearer: Bearer,
    onEnd: (channel: Channel) => void,
  ) {
    const { app, changes, limits } = service
    const recheckMs = app.project.config.realtime.policy_recheck_ms
    const sub = joining.topic.slice(PREFIX.length)
    const room = roomOf(sub, wishes.isPrivate)
    const serverMessages = new ServerMessages(socket, limits, joining)
    const access = new ChannelAccess(app.database, { sub, recheckMs, ...wishes }, bearer)
    this.#service = service
    this.#socket = socket
    this.#joining = joining
    this.#wishes = wishes
    this.#sub = sub
    this.#room = room
    this.#onEnd = onEnd
    this.#serverMessages = serverMessages
    this.#access = access
    this.#outgoing = new OutgoingMessages(serverMessages, access)
    this.#clientMessages = new ClientMessages(service, { socket, serverMessages, access, wishes, room, member: this })
    this.#following = new ChangeSubscriptions(changes, wishes.changes, {
      caller: () => access.callerAt(socket.address),
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

  /** The claims of the current token. */
  get claims(): Claims {
    return this.#access.bearer.claims
  }

  get receives() {
    return this.#access.receives
  }

  /** Enters the room; resolves once the channel receives everything. */
  async enter(): Promise<void> {
    const { app, rooms, limits } = this.#service
    const { replay, changes, wantsReplicationReady } = this.#wishes
    await rooms.enter(this.#room, this)
    // A caller who may only see presence was not sent these messages the first time either.
    const missed = replay && this.receives.broadcast ? await missedBroadcasts(app.database, this.#sub, replay) : []
    await this.#following.prepare()
    // The client has left or signed out in the meantime.
    if (this.#serverMessages.isOver) return
    this.#expiry.watch(this.#access.bearer.exp)
    this.#socket.reply(this.#joining, 'ok', { postgres_changes: changes.echoed })
    if (this.receives.presence && limits.presence.allows(this.#socket.client())) {
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

  /** Receives a message of the room. */
  send(event: string, payload: Payload): void {
    if (this.#access.isAging()) void this.#ask()
    if (!this.#outgoing.send(event, payload)) this.#end('phx_error')
  }

  /** Checks the access again, and closes the channel if it has ended. */
  async recheckAccess(): Promise<void> {
    // A check in progress may have started too early to see the change.
    await this.#confirming
    await this.#ask()
  }

  /** Removes the presence, so that the others see this member leave. */
  untrack(): void {
    this.#service.rooms.untrack(this.#room, this)
  }

  /** Closes the channel and tells the client. */
  close(): void {
    this.#end('phx_close')
  }

  /** Closes the channel without a message. */
  drop(): void {
    this.#end()
  }

  /**
   * Checks and applies a new token. A null, unchanged or `sb_` token changes nothing (docs/wire/realtime.md#tokens).
   */
  async #renew(payload: unknown): Promise<void> {
    const token = isObject(payload) ? payload.access_token : undefined
    if (typeof token !== 'string' || token === this.#access.bearer.token || token.startsWith('sb_')) return
    const bearer = await bearerOf(this.#service.app.tokens, token)
    this.#access.renew(bearer)
    this.#following.renew()
    this.#expiry.watch(bearer.exp)
    await this.recheckAccess()
    // Change subscriptions that the anonymous key was refused may be allowed with the user's token, which an app's
    // first join does not have yet.
    await this.#following.start()
  }

  #ask(): Promise<void> {
    this.#confirming ??= this.#access
      .check()
      .then(() => this.#outgoing.release())
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#confirming = undefined
      })
    return this.#confirming
  }

  /**
   * Closes the channel after an error. A refusal is final for the client; after an internal error it rejoins by itself.
   */
  #fail(error: unknown): void {
    if (error instanceof RealtimeRefusal || error instanceof SessionEnded) {
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
