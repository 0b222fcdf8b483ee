import type { Config } from '../config.ts'
import type { Project } from '../project.ts'
import { callLimit, rateMeter } from './rate-meter.ts'

export type Limits = ReturnType<typeof realtimeLimits>

/** The words of each refusal, on the wire. */
export const tooMany = {
  users: 'Too many connected users',
  joins: 'ClientJoinRateLimitReached: Too many joins per second',
  channels: 'ChannelRateLimitReached: Too many channels',
  messages: 'Too many messages per second',
  presenceMessages: 'Too many presence messages per second',
  presenceCalls: 'Client presence rate limit exceeded',
}

/** A payload may have so much around it. */
const ENVELOPE_BYTES = 500

/** What this process counts, for everybody together; without end where the installation switches limits off. */
export function realtimeLimits({ rateLimits }: Config, { config: { realtime } }: Project) {
  const most = (setting: number) => (rateLimits ? setting : Number.POSITIVE_INFINITY)
  return {
    mostSockets: most(realtime.max_concurrent_users),
    mostChannels: most(realtime.max_channels_per_client),
    largestPayloadBytes: most(realtime.max_payload_size_in_kb) * 1000 + ENVELOPE_BYTES,
    joins: rateMeter(most(realtime.max_joins_per_second)),
    messages: rateMeter(most(realtime.max_events_per_second)),
    presence: rateMeter(most(realtime.max_presence_events_per_second)),
    /** One for each channel. */
    presenceCalls: () => callLimit(most(realtime.client_presence_max_calls), realtime.client_presence_window_ms),
  }
}
