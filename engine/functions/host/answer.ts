import type { Readable } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Headers } from '../protocol/messages.ts'

/** A response to be sent over HTTP. */
export type Answer = { status: number; statusText: string; headers: Headers; body: Readable | Buffer | undefined }

/** A function's agreement to a WebSocket; `connect` gives it the connection once that is established. */
export type Upgrade = { protocol: string; connect(client: WebSocket): void }
