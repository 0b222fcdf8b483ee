import type { Client } from '../fair-rate-limit.ts'
import type { ClientFrame, Payload, ServerFrame } from '../frames.ts'

/** The prefix of every channel's topic on the wire. */
export const PREFIX = 'realtime:'

/** The part of a socket that a channel uses. */
export interface ChannelSocket {
  /** The client's address, normalized for limits per address. */
  readonly address: string
  send(frame: ServerFrame): void
  reply(frame: ClientFrame, status: 'ok' | 'error', response: Payload): void
  /** The client that shared limits are counted for. */
  client(): Client
}
