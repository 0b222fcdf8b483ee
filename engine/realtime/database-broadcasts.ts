import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import type { Payload } from './frames.ts'
import { parseExactly } from './parse-exact-numbers.ts'
import { type Rooms, roomOf } from './rooms.ts'

/** How long messages are kept, as on the hosted service. */
const RETENTION = "interval '72 hours'"
const PRUNE_INTERVAL_MS = 60 * 60_000

/** A row of `realtime.messages`; the payload is JSON. */
export type StoredMessage = { id: string; event: string; payload: string | null; binary_payload: Buffer | null }

const notification = z.object({ id: z.uuid(), private: z.boolean().nullable(), topic: z.string() })

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
    const deliver = async () => {
      // The row itself says which channel it belongs to.
      const text = `select id, event, payload::text, binary_payload from realtime.messages
        where id = $1 and topic = $2 and private is not distinct from $3`
      const values = [message.id, message.topic, message.private]
      const [stored] = await database.run<StoredMessage>({}, { text, values })
      if (stored) rooms.sendLocally(room, storedBroadcast(stored, { id: stored.id }))
    }
    latest = latest.then(deliver).catch((error) => log.error(error, 'A message of the database could not be delivered'))
  })
  const prune = () =>
    database
      .run({}, { text: `delete from realtime.messages where inserted_at < now() - ${RETENTION}` })
      .catch((error) => log.warn(error, 'Old messages could not be removed'))
  const timer = setInterval(prune, PRUNE_INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Parses a notification; undefined for an invalid one, since anyone with a database connection may NOTIFY. */
function parseNotification(payload: string) {
  try {
    return notification.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

/** The id of a stored message; undefined for a message from another source. */
export function messageId({ meta }: Payload): unknown {
  return typeof meta === 'object' && meta !== null && 'id' in meta ? meta.id : undefined
}

/** A stored message as a client receives it. */
export const storedBroadcast = ({ event, payload, binary_payload: bytes }: StoredMessage, meta: Payload): Payload => ({
  type: 'broadcast',
  event,
  payload: bytes ? { encoding: 'bytes', bytes } : (parseExactly(payload ?? 'null') ?? {}),
  meta,
})
