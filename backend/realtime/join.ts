import type { FastifyInstance } from 'fastify'
import type { Claims } from '../database/database.ts'
import { type Extension, readable } from './authorization.ts'
import { type ClientFrame, isObject, type Payload } from './frames.ts'
import type { Member } from './rooms.ts'

/** `message` is the reason on the wire. */
export class JoinRefused extends Error {}

export type Joined = {
  topic: string
  /** The topic without the prefix of the wire. */
  sub: string
  joinRef: string | null
  isPrivate: boolean
  room: string
  member: Member
  config: { ack: boolean; self: boolean; presenceKey: string }
  token: string
  claims: Claims
  /** What policies have said about sending; forgotten with the token. */
  writes: Map<Extension, boolean>
  expiry?: NodeJS.Timeout
  /** Takes another token and asks the policies again. Throws where it is no good. */
  renew(token: string): Promise<void>
}

/** Throws `JoinRefused`, `TokenError` or `SessionEnded`. Every part of the configuration may be missing (realtime.md §5). */
export async function joinChannel(
  app: FastifyInstance,
  sub: string,
  { topic, joinRef, payload }: ClientFrame,
  key: string,
  tell: Member['tell'],
): Promise<Joined> {
  if (sub === '') throw new JoinRefused('TopicNameRequired: You must provide a topic name')
  const asked = isObject(payload) ? payload : {}
  const config = part(asked, 'config')
  const broadcast = part(config, 'broadcast')
  const presence = part(config, 'presence')
  const isPrivate = isTrue(config.private)
  const wantsPresence = isTrue(presence.enabled)
  const presenceKey = typeof presence.key === 'string' && presence.key !== '' ? presence.key : crypto.randomUUID()
  // The client takes every payload with such a key for a change of a table, and fails.
  if (presenceKey === 'ids' || presenceKey === '__proto__') throw new JoinRefused('Unknown Error on Channel')
  if (broadcast.replay !== undefined && !isPrivate) {
    throw new JoinRefused('UnableToReplayMessages: Replay is not allowed for public channels')
  }

  const channel: Joined = {
    topic,
    sub,
    joinRef,
    isPrivate,
    room: `${isPrivate ? 'private' : 'public'}:${sub}`,
    member: { hears: { broadcast: true, presence: wantsPresence }, tell },
    config: { ack: isTrue(broadcast.ack), self: isTrue(broadcast.self), presenceKey },
    token: key,
    claims: { role: 'anon' },
    writes: new Map(),
    async renew(token) {
      const claims = await app.tokens.verify(token)
      channel.token = token
      channel.claims = claims
      channel.writes.clear()
      if (isPrivate) {
        const extensions = await readable(app.database, claims, sub)
        channel.member.hears.broadcast = extensions.includes('broadcast')
        channel.member.hears.presence = wantsPresence && extensions.includes('presence')
      } else if (claims.session_id !== undefined) {
        await app.database.run({}, { text: 'select engine.require_session($1)', values: [claims.session_id] })
      }
    },
  }
  const given = [asked.user_token, asked.access_token].find((token) => typeof token === 'string')
  await channel.renew(typeof given === 'string' && !given.startsWith('sb_') ? given : key)
  const { hears } = channel.member
  if (isPrivate && !hears.broadcast && !hears.presence) {
    throw new JoinRefused(`Unauthorized: You do not have permissions to read from this Channel topic: ${sub}`)
  }
  return channel
}

const isTrue = (value: unknown) => value === true || value === 'true'

function part(payload: Payload, name: string): Payload {
  const value = payload[name]
  return isObject(value) ? value : {}
}
