import { z } from 'zod'

const count = z.int().positive()

/**
 * `[realtime]` of config.toml. The CLI has no words for limits; most are the ones the hosted service sets for each
 * project, with the defaults of a server of one's own (docs/wire/realtime.md#limits); how sockets share the places is
 * ours.
 */
export const realtimeSection = z.looseObject({
  enabled: z.boolean().optional(),
  /** Sockets that may be open at once. */
  max_concurrent_users: count.default(200),
  /** Of those, sockets of whoever has not signed in; left out: a quarter. */
  max_anonymous_sockets: count.optional(),
  max_anonymous_sockets_per_address: count.default(20),
  max_sockets_per_person: count.default(20),
  max_channels_per_client: count.default(100),
  /** Averages over a minute, so that a burst is no offence. */
  max_joins_per_second: count.default(100),
  /** Each broadcast counts when it is sent, and again for everybody who receives it. */
  max_events_per_second: count.default(100),
  max_presence_events_per_second: count.default(1000),
  /** How often one channel of one client may track or untrack in a while. */
  client_presence_max_calls: count.default(5),
  client_presence_window_ms: count.default(30_000),
  max_payload_size_in_kb: count.default(3000),
  /** Not a limit, so RATE_LIMITS leaves it on: whoever says nothing for so long is gone. Clients say something every 25 s. */
  socket_timeout_ms: count.default(60_000),
  /** How old an answer of the row policies may be that a private channel goes by. */
  policy_recheck_ms: count.default(3000),
})

export type RealtimeSection = z.output<typeof realtimeSection>
