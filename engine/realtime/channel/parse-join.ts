import { readBindings } from '../changes/bindings.ts'
import { isObject, type Payload } from '../frames.ts'
import type { Replay } from '../missed-broadcasts.ts'
import { RealtimeRefusal, refusals } from '../realtime-errors.ts'

export type JoinOptions = ReturnType<typeof readJoin>

/**
 * Parses a join. Every part is optional, and one of a wrong type counts as missing. Throws `RealtimeRefusal`
 * (docs/wire/realtime.md#joining).
 */
export function readJoin(payload: unknown) {
  const asked = isObject(payload) ? payload : {}
  const config = part(asked, 'config')
  const broadcast = part(config, 'broadcast')
  const presence = part(config, 'presence')
  const isPrivate = isTrue(config.private)
  const presenceKey = typeof presence.key === 'string' && presence.key !== '' ? presence.key : crypto.randomUUID()
  // The client takes every payload with such a key for a change of a table, and fails.
  if (presenceKey === 'ids' || presenceKey === '__proto__')
    throw new RealtimeRefusal('InvalidJoinPayload', 'Not a presence key')
  const token = [asked.user_token, asked.access_token].find((given) => typeof given === 'string')
  return {
    isPrivate,
    presenceKey,
    wantsPresence: isTrue(presence.enabled),
    wantsAck: isTrue(broadcast.ack),
    wantsOwn: isTrue(broadcast.self),
    wantsReplicationReady: isTrue(broadcast.replication_ready),
    replay: readReplay(broadcast.replay, isPrivate),
    changes: readBindings(config.postgres_changes),
    /** Whether the reply to the join may wait until the change subscriptions are active. */
    waitsForChanges: isTrue(part(config, 'postgres_changes_options').wait),
    /** The client's token; undefined where the socket's key is used instead, as for an `sb_` key, which is no token. */
    token: typeof token === 'string' && !token.startsWith('sb_') ? token : undefined,
  }
}

const MAX_REPLAYED = 25

function readReplay(replay: unknown, isPrivate: boolean): Replay | undefined {
  if (replay === undefined || replay === null) return undefined
  if (!isPrivate) throw refusals.replayOfPublic()
  const { since, limit = MAX_REPLAYED } = isObject(replay) ? replay : {}
  if (!Number.isInteger(since) || !Number.isInteger(limit)) throw refusals.replayNotValid()
  return { since: Number(since), limit: Math.min(Math.max(Number(limit), 1), MAX_REPLAYED) }
}

const isTrue = (value: unknown) => value === true || value === 'true'

function part(payload: Payload, name: string): Payload {
  const value = payload[name]
  return isObject(value) ? value : {}
}
