import { z } from 'zod'

const count = z.int().positive()

/**
 * The section `[realtime]` of config.toml. The CLI has no limits there; most are those that the hosted service sets for
 * each project, with the defaults of a self-hosted server (docs/wire/realtime.md#limits). Sharing connections fairly is
 * this engine's own.
 */
export const realtimeSection = z.looseObject({
  enabled: z.boolean().optional(),
  /** The most concurrent sockets. */
  max_concurrent_users: count.default(200),
  /** The most sockets without a signed-in user; the default is a quarter. */
  max_anonymous_sockets: count.optional(),
  max_anonymous_sockets_per_address: count.default(20),
  max_sockets_per_person: count.default(20),
  max_channels_per_client: count.default(100),
  /** Rates are averages over a minute, so that a short burst is allowed. */
  max_joins_per_second: count.default(100),
  /** A broadcast counts once when it is sent, and once for each receiver. */
  max_events_per_second: count.default(100),
  max_presence_events_per_second: count.default(1000),
  /** The most track and untrack calls of one channel of one client within the window below. */
  client_presence_max_calls: count.default(5),
  client_presence_window_ms: count.default(30_000),
  max_payload_size_in_kb: count.default(3000),
  /**
   * A socket without any message for this long is closed; clients send one every 25 s. It is no limit, so RATE_LIMITS
   * does not switch it off.
   */
  socket_timeout_ms: count.default(60_000),
  /** How long an answer of the row policies is valid for a private channel. */
  policy_recheck_ms: count.default(3000),
})

export type RealtimeSection = z.output<typeof realtimeSection>
