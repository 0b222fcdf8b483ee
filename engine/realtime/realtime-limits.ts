import type { Config } from '../kernel/config/environment-variables.ts'
import type { Project } from '../kernel/config/project.ts'
import { fairMeter } from './fair-rate-limit.ts'
import { callLimit } from './rate-limit.ts'
import type { RealtimeSection } from './realtime-section.ts'

export type RealtimeLimits = ReturnType<typeof realtimeLimits>

/** The message of each refusal, on the wire. */
export const tooMany = {
  users: 'Too many connected users',
  sockets: 'Too many connections of one person',
  joins: 'ClientJoinRateLimitReached: Too many joins per second',
  channels: 'ChannelRateLimitReached: Too many channels',
  messages: 'Too many messages per second',
  presenceMessages: 'Too many presence messages per second',
  presenceCalls: 'Client presence rate limit exceeded',
}

/** Allowance for the frame around a payload. */
const ENVELOPE_BYTES = 500

/** The most bytes of a frame or body that are read, whatever the payload limit. */
const MAX_FRAME_BYTES = 5_000_000
/** The most bytes of a usual frame, such as a join with a token and many subscriptions. */
const DEFAULT_MAX_FRAME_BYTES = 100_000

/** The limits of this process, for all clients together; infinite where the installation switches limits off. */
export function realtimeLimits(
  { rateLimits }: Config,
  { config: { realtime } }: Project<{ realtime: RealtimeSection }>,
) {
  const most = (setting: number) => (rateLimits ? setting : Number.POSITIVE_INFINITY)
  const largestPayloadBytes = most(realtime.max_payload_size_in_kb) * 1000 + ENVELOPE_BYTES
  return {
    slots: {
      all: most(realtime.max_concurrent_users),
      anonymous: most(realtime.max_anonymous_sockets ?? Math.ceil(realtime.max_concurrent_users / 4)),
      perAddress: most(realtime.max_anonymous_sockets_per_address),
      perPerson: most(realtime.max_sockets_per_person),
    },
    mostChannels: most(realtime.max_channels_per_client),
    largestPayloadBytes,
    /** A payload slightly above the limit is refused with a message; a far larger frame is not read at all. */
    largestFrameBytes: Math.min(MAX_FRAME_BYTES, Math.max(DEFAULT_MAX_FRAME_BYTES, 2 * largestPayloadBytes)),
    joins: fairMeter(most(realtime.max_joins_per_second)),
    messages: fairMeter(most(realtime.max_events_per_second)),
    presence: fairMeter(most(realtime.max_presence_events_per_second)),
    /** A limit for each channel. */
    presenceCalls: () => callLimit(most(realtime.client_presence_max_calls), realtime.client_presence_window_ms),
  }
}
