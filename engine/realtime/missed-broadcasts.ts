import type { Database } from '../database/database.ts'
import { type StoredMessage, storedBroadcast } from './database-broadcasts.ts'
import type { Payload } from './frames.ts'

/** A client's request for the broadcasts that it missed: since when, in milliseconds since 1970, and at most how many. */
export type Replay = { since: number; limit: number }

/** The latest broadcasts since that time on a private channel, oldest first, for a client that joins again. */
export async function missedBroadcasts(database: Database, sub: string, { since, limit }: Replay): Promise<Payload[]> {
  const text = `
    select id, event, payload::text, binary_payload from realtime.messages
    where topic = $1 and private and extension = 'broadcast' and event is not null
      and inserted_at >= to_timestamp($2 / 1000.0)::timestamp
    order by inserted_at desc limit $3`
  const stored = await database.run<StoredMessage>({}, { text, values: [sub, since, limit] })
  return stored.reverse().map((message) => storedBroadcast(message, { replayed: true, id: message.id }))
}
