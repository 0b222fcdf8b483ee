import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { parseExactly } from './exact-json.ts'
import type { Payload } from './frames.ts'
import { type Rooms, roomOf } from './rooms.ts'

/** How long messages are kept, as on the hosted service. */
const KEPT = "interval '72 hours'"
const PRUNE_EVERY_MS = 60 * 60_000

/** A request for missed messages: since when, and how many. */
export type Replay = { since: number; limit: number }

/** A stored message; the payload is JSON. */
type StoredMessage = { id: string; event: string; payload: string | null; binary_payload: Buffer | null }

const told = z.object({ id: z.uuid(), private: z.boolean().nullable(), topic: z.string() })

/**
 * Delivers the rows of `realtime.messages`, which `realtime.send` and `realtime.broadcast_changes` insert. Every
 * process is notified of each message at its commit, and delivers it to its own connections.
 */
export async function deliverMessages(
  database: Database,
  rooms: Rooms,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
): Promise<() => void> {
  let latest = Promise.resolve()
  await database.listen('engine_message', (payload) => {
    const message = parseNotification(payload)
    if (!message) return
    const room = roomOf(message.topic, message.private ?? false)
    if (!rooms.isOpen(room)) return
    const tell = async () => {
      // The row itself says which channel it belongs to.
      const text = `select id, event, payload::text, binary_payload from realtime.messages
        where id = $1 and topic = $2 and private is not distinct from $3`
      const values = [message.id, message.topic, message.private]
      const [stored] = await database.run<StoredMessage>({}, { text, values })
      if (stored) rooms.sendLocally(room, wordsOf(stored, { id: stored.id }))
    }
    latest = latest.then(tell).catch((error) => log.error(error, 'A message of the database could not be delivered'))
  })
  const prune = () =>
    database
      .run({}, { text: `delete from realtime.messages where inserted_at < now() - ${KEPT}` })
      .catch((error) => log.warn(error, 'Old messages could not be removed'))
  const timer = setInterval(prune, PRUNE_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Parses a notification; undefined for an invalid one, since anyone with a database connection may NOTIFY. */
function parseNotification(payload: string) {
  try {
    return told.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

/** The latest missed messages, oldest first. */
export async function messagesSince(database: Database, sub: string, { since, limit }: Replay): Promise<Payload[]> {
  const text = `
    select id, event, payload::text, binary_payload from realtime.messages
    where topic = $1 and private and extension = 'broadcast' and event is not null
      and inserted_at >= to_timestamp($2 / 1000.0)::timestamp
    order by inserted_at desc limit $3`
  const stored = await database.run<StoredMessage>({}, { text, values: [sub, since, limit] })
  return stored.reverse().map((message) => wordsOf(message, { replayed: true, id: message.id }))
}

/** The id of a stored message; undefined for a message from another source. */
export function messageId({ meta }: Payload): unknown {
  return typeof meta === 'object' && meta !== null && 'id' in meta ? meta.id : undefined
}

const wordsOf = ({ event, payload, binary_payload: bytes }: StoredMessage, meta: Payload): Payload => ({
  type: 'broadcast',
  event,
  payload: bytes ? { encoding: 'bytes', bytes } : (parseExactly(payload ?? 'null') ?? {}),
  meta,
})
