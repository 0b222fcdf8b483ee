import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { parseExactly } from './exact-json.ts'
import type { Payload } from './frames.ts'
import { type Rooms, roomOf } from './rooms.ts'

/** As the hosted service keeps them. */
const KEPT = "interval '72 hours'"
const PRUNE_EVERY_MS = 60 * 60_000

/** Since when a channel wants to hear what it missed, and how much of it. */
export type Replay = { since: number; limit: number }

/** The payload is JSON. */
type Stored = { id: string; event: string; payload: string | null; binary_payload: Buffer | null }

const told = z.object({ id: z.uuid(), private: z.boolean().nullable(), topic: z.string() })

/**
 * Tells channels what the database says in `realtime.messages`: `realtime.send` and `realtime.broadcast_changes`. Every
 * process hears of each message at its commit, and tells those who are connected to it.
 */
export async function tellMessages(
  database: Database,
  rooms: Rooms,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
): Promise<() => void> {
  let latest = Promise.resolve()
  await database.listen('engine_message', (payload) => {
    const message = readTold(payload)
    if (!message) return
    const room = roomOf(message.topic, message.private ?? false)
    if (!rooms.isOpen(room)) return
    const tell = async () => {
      // The row itself says where it belongs.
      const text = `select id, event, payload::text, binary_payload from realtime.messages
        where id = $1 and topic = $2 and private is not distinct from $3`
      const values = [message.id, message.topic, message.private]
      const [stored] = await database.run<Stored>({}, { text, values })
      if (stored) rooms.tellHere(room, wordsOf(stored, { id: stored.id }))
    }
    latest = latest.then(tell).catch((error) => log.error(error, 'A message of the database could not be told'))
  })
  const prune = () =>
    database
      .run({}, { text: `delete from realtime.messages where inserted_at < now() - ${KEPT}` })
      .catch((error) => log.warn(error, 'Old messages could not be removed'))
  const timer = setInterval(prune, PRUNE_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Undefined for what is none: anybody with a database connection may NOTIFY. */
function readTold(payload: string) {
  try {
    return told.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

/** The latest of them, oldest first, as they are told again. */
export async function messagesSince(database: Database, sub: string, { since, limit }: Replay): Promise<Payload[]> {
  const text = `
    select id, event, payload::text, binary_payload from realtime.messages
    where topic = $1 and private and extension = 'broadcast' and event is not null
      and inserted_at >= to_timestamp($2 / 1000.0)::timestamp
    order by inserted_at desc limit $3`
  const stored = await database.run<Stored>({}, { text, values: [sub, since, limit] })
  return stored.reverse().map((message) => wordsOf(message, { replayed: true, id: message.id }))
}

/** Which of them it is; undefined for what came by another way. */
export function messageId({ meta }: Payload): unknown {
  return typeof meta === 'object' && meta !== null && 'id' in meta ? meta.id : undefined
}

const wordsOf = ({ event, payload, binary_payload: bytes }: Stored, meta: Payload): Payload => ({
  type: 'broadcast',
  event,
  payload: bytes ? { encoding: 'bytes', bytes } : (parseExactly(payload ?? 'null') ?? {}),
  meta,
})
