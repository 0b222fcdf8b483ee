import type { Client } from '../fair-meter.ts'
import type { ClientFrame, Payload, ServerFrame } from '../frames.ts'

/** The prefix of every channel's topic on the wire. */
export const PREFIX = 'realtime:'

/** What a channel needs of its socket. */
export interface ChannelSocket {
  /** Where the client is, as far as addresses are told apart. */
  readonly address: string
  send(frame: ServerFrame): void
  reply(frame: ClientFrame, status: 'ok' | 'error', response: Payload): void
  /** Whose use of what all share is counted. */
  client(): Client
}
