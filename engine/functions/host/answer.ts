import type { Readable } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Headers } from '../protocol/messages.ts'

/** What goes back over HTTP. */
export type Answer = { status: number; statusText: string; headers: Headers; body: Readable | Buffer | undefined }

/** The function wants a WebSocket, and gets the connection as soon as there is one. */
export type Upgrade = { protocol: string; connect(client: WebSocket): void }
