import type { FastifyInstance } from 'fastify'
import { type Claims, SessionEnded } from '../database/database.ts'
import type { Extension } from './authorization.ts'
import { bearerOf } from './bearer.ts'
import { type Changes, SubscriptionError } from './changes/changes.ts'
import { followChanges } from './changes/following.ts'
import type { Client } from './fair-meter.ts'
import { type ClientFrame, isObject, type Payload, type ServerFrame } from './frames.ts'
import { readJoin } from './join.ts'
import { type Limits, tooMany } from './limits.ts'
import { messageId, messagesSince } from './messages.ts'
import { Refused, refusals } from './refusals.ts'
import { type Member, type Rooms, roomOf } from './rooms.ts'
import { createStanding } from './standing.ts'

export const PREFIX = 'realtime:'
/** What waits while the policies are asked; more than that is trouble. */
const MOST_HELD = 1000
const LONGEST_TIMER_MS = 2 ** 31 - 1
/** A client that floods is told so now and then, not each time. */
const BETWEEN_WARNINGS_MS = 1000

export type Service = { app: FastifyInstance; rooms: Rooms; changes: Changes; limits: Limits }

/** What a channel needs of its socket. */
export type Line = {
  /** Where the client is, as far as addresses are told apart. */
  address: string
  send(frame: ServerFrame): void
  reply(frame: ClientFrame, status: 'ok' | 'error', response: Payload): void
  /** Whose use of what all share is counted. */
  client(): Client
  /** The channel is over. */
  forget(channel: Channel): void
}

/** One joined channel of one socket. It ends with the right to be there, and the socket stays. */
export interface Channel {
  readonly joinRef: string | null
  /** Of whoever speaks by it now. */
  readonly claims: Claims
  /** Speaks in the channel's name from now on; resolves once it hears everything. */
  enter(): Promise<void>
  handle(frame: ClientFrame, bytes: number): Promise<void>
  /** Asks again whether the bearer may still be here, and ends the channel if not. */
  confirm(): Promise<void>
  /** The others see that whoever was here has left. */
  untrack(): void
  /** Ends it with a word to the client. */
  close(): void
  /** Ends it without. */
  drop(): void
}

/** Throws `Refused`, or trouble of our own. */
export async function joinChannel(service: Service, line: Line, frame: ClientFrame, key: string): Promise<Channel> {
  const { app, rooms, changes, limits } = service
  const { topic, joinRef } = frame
  const sub = topic.slice(PREFIX.length)
  if (sub === '') throw refusals.noTopic()
  const wishes = readJoin(frame.payload)
  const room = roomOf(sub, wishes.isPrivate)
  const recheckMs = app.project.config.realtime.policy_recheck_ms

  let bearer = await bearerOf(app.tokens, wishes.token ?? key)
  let isIn = false
  let isOver = false
  let expiry: NodeJS.Timeout | undefined
  let warnedAt = 0
  let confirming: Promise<void> | undefined
  /** What came before the channel was in, or while the policies were asked again. */
  const held: [event: string, payload: Payload][] = []
  const replayed = new Set<unknown>()
  const mayTrack = limits.presenceCalls()
  const member: Member = { hears: { broadcast: true, presence: wishes.wantsPresence }, tell }
  const standing = createStanding(app.database, { sub, ...wishes }, recheckMs, () => bearer, member.hears)
  const following = followChanges(changes, wishes.changes, {
    caller: () => ({ role: bearer.claims.role, claims: bearer.claims, address: line.address }),
    tell: (payload) => push('postgres_changes', payload),
    system: (status, message) => system(status, message, 'postgres_changes'),
    missed: () => end('phx_error'),
    ended: () => void confirm(),
    fail,
  })

  const channel: Channel = {
    joinRef,
    get claims() {
      return bearer.claims
    },
    async enter() {
      await rooms.enter(room, member)
      // Whoever may only see who is there was not told the first time either.
      const missed =
        wishes.replay && member.hears.broadcast ? await messagesSince(app.database, sub, wishes.replay) : []
      // Left, or signed out, meanwhile.
      if (isOver) return
      watchExpiry()
      line.reply(frame, 'ok', { postgres_changes: wishes.changes.echoed })
      if (member.hears.presence && limits.presence.allows(line.client()))
        push('presence_state', rooms.presenceState(room))
      if (wishes.wantsReplicationReady) system('ok', 'Replication connection established')
      for (const message of missed) {
        push('broadcast', message)
        replayed.add(messageId(message))
      }
      isIn = true
      release()
      await following.start()
    },
    handle,
    confirm: confirmAnew,
    untrack: () => rooms.untrack(room, member),
    close: () => end('phx_close'),
    drop,
  }

  await standing.ask()
  if (wishes.waitsForChanges) await following.check().catch(refuseToFollow)
  return channel

  async function handle(said: ClientFrame, bytes: number): Promise<void> {
    switch (said.event) {
      case 'phx_leave':
        line.reply(said, 'ok', {})
        return end('phx_close')
      case 'access_token':
        return renew(said.payload)
      case 'broadcast':
        return broadcast(said, bytes)
      case 'presence':
        return presence(said, bytes)
    }
  }

  /** A null, unchanged or `sb_` token says nothing; any other is checked and counts from now on (realtime.md §8). */
  async function renew(payload: unknown): Promise<void> {
    const token = isObject(payload) ? payload.access_token : undefined
    if (typeof token !== 'string' || token === bearer.token || token.startsWith('sb_')) return
    try {
      bearer = await bearerOf(app.tokens, token)
    } catch (error) {
      return fail(error)
    }
    standing.startAnew()
    watchExpiry()
    await confirmAnew()
    await following.renewed()
  }

  async function broadcast(said: ClientFrame, bytes: number): Promise<void> {
    const refuse = (response: Payload) => (wishes.wantsAck ? line.reply(said, 'error', response) : undefined)
    if (bytes > limits.largestPayloadBytes) return refuse({ error: 'payload_size_exceeded' })
    if (!isObject(said.payload)) return
    if (!limits.messages.allows(line.client())) {
      warn(tooMany.messages)
      return refuse({ reason: tooMany.messages })
    }
    // Without a reply even where one was asked for, as upstream.
    if (!(await maySpeak('broadcast'))) return
    const { event, payload = {} } = said.payload
    rooms.broadcast(room, String(event ?? ''), payload, wishes.wantsOwn ? undefined : member)
    if (wishes.wantsAck) line.reply(said, 'ok', {})
  }

  async function presence(said: ClientFrame, bytes: number): Promise<void> {
    const { event, payload = {} } = isObject(said.payload) ? said.payload : {}
    const wanted = String(event ?? '').toLowerCase()
    const isAllowed = mayTrack()
    if (wanted === 'untrack') {
      // Never refused: whoever left would be seen for ever.
      line.reply(said, 'ok', {})
      return rooms.untrack(room, member)
    }
    if (wanted !== 'track') return line.reply(said, 'error', {})
    if (!isObject(payload)) return line.reply(said, 'error', { reason: 'Presence track payload must be a map' })
    if (bytes > limits.largestPayloadBytes) return expel('Track message size exceeded')
    const excess = isAllowed
      ? limits.presence.allows(line.client())
        ? undefined
        : tooMany.presenceMessages
      : tooMany.presenceCalls
    if (excess !== undefined) {
      warn(excess)
      return line.reply(said, 'error', { reason: excess })
    }
    if (!(await maySpeak('presence'))) return line.reply(said, 'error', {})
    line.reply(said, 'ok', {})
    if (!wishes.isPrivate) member.hears.presence = true
    rooms.track(room, member, wishes.presenceKey, payload)
  }

  async function maySpeak(extension: Extension): Promise<boolean> {
    try {
      return await standing.maySpeak(extension)
    } catch (error) {
      fail(error)
      return false
    }
  }

  /** What is said on a private channel waits where the last answer of the policies is too old to go by. */
  function tell(event: string, payload: Payload): void {
    if (standing.isAging()) void confirm()
    if (isIn && !standing.isOutdated() && held.length === 0) pass(event, payload)
    else if (held.push([event, payload]) > MOST_HELD) end('phx_error')
  }

  function release(): void {
    if (!isIn) return
    for (const [event, payload] of held.splice(0)) {
      if (member.hears[event === 'broadcast' ? 'broadcast' : 'presence']) pass(event, payload)
    }
  }

  /** What was told again on joining may still be on its way as just said, however late that comes (realtime.md §9). */
  function pass(event: string, payload: Payload): void {
    const id = event === 'broadcast' ? messageId(payload) : undefined
    if (id === undefined || !replayed.has(id)) push(event, payload)
  }

  function push(event: string, payload: Payload): void {
    if (isOver) return
    if (event === 'broadcast') limits.messages.count(1)
    line.send({ joinRef: event === 'presence_state' ? joinRef : null, ref: null, topic, event, payload })
  }

  function confirm(): Promise<void> {
    confirming ??= standing
      .ask()
      .then(release)
      .catch(fail)
      .finally(() => {
        confirming = undefined
      })
    return confirming
  }

  /** A question that is under way may have been asked too early to know. */
  async function confirmAnew(): Promise<void> {
    await confirming
    await confirm()
  }

  function watchExpiry(): void {
    clearTimeout(expiry)
    const left = bearer.exp * 1000 - Date.now()
    if (left <= 0) expel(refusals.tokenExpired(bearer.exp).message)
    // A timer counts no further than 24 days; a project key lives longer than any socket.
    else expiry = setTimeout(watchExpiry, Math.min(left, LONGEST_TIMER_MS))
  }

  /** A decision is final, and the client stays away; after trouble of ours it comes back by itself. */
  function fail(error: unknown): void {
    if (error instanceof Refused || error instanceof SessionEnded) {
      expel(error.message)
      return
    }
    app.log.error(error, 'A Realtime channel failed')
    end('phx_error')
  }

  function expel(message: string): void {
    system('error', message)
    end('phx_close')
  }

  function warn(message: string): void {
    if (Date.now() - warnedAt < BETWEEN_WARNINGS_MS) return
    warnedAt = Date.now()
    system('error', message)
  }

  function system(status: 'ok' | 'error', message: string, extension = 'system'): void {
    if (isOver) return
    const payload = { extension, status, message, channel: sub }
    line.send({ joinRef, ref: null, topic, event: 'system', payload })
  }

  function end(event: 'phx_close' | 'phx_error'): void {
    if (isOver) return
    drop()
    line.send({ joinRef, ref: joinRef, topic, event, payload: {} })
  }

  function drop(): void {
    if (isOver) return
    isOver = true
    clearTimeout(expiry)
    held.length = 0
    following.stop()
    rooms.leave(room, member)
    line.forget(channel)
  }
}

function refuseToFollow(error: unknown): never {
  throw error instanceof SubscriptionError ? refusals.cannotFollow(error.message) : error
}
