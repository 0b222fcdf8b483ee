import type { QueuedMail } from '../../mail/queue/queued-mail.ts'
import type { SocketData } from './socket-data.ts'

/**
 * The messages between the server and a thread that runs functions. Each call has a conversation of its own
 * (`conversations.ts`).
 */

export type Headers = [name: string, value: string][]
export type RequestHead = { method: string; url: string; headers: Headers; hasBody: boolean }
export type AnswerHead = { status: number; statusText: string; headers: Headers; hasBody: boolean }

/** A part of a body; the reader requests each one by `more`. */
export type BodyPart = { type: 'chunk'; bytes: Uint8Array<ArrayBuffer> } | { type: 'last' } | { type: 'broken' }

export type StartedFunction = {
  name: string
  entrypoint: string
  importMap: string | undefined
  /** Patterns of absolute paths that the function may read outside its folder. */
  staticFiles: readonly string[]
}

/** The settings of a thread, sent before the first call. */
export type Start = {
  type: 'start'
  functionsDir: string
  functions: readonly StartedFunction[]
  variables: Readonly<Record<string, string>>
  /** A buffer through which a function receives the address of an embedded database on demand (`wait-for-text.ts`). */
  databaseAddress: SharedArrayBuffer | undefined
  /** A folder that functions may write to, removed with the thread. */
  temporaryDir: string
}

export type ToThread =
  // Messages of the first conversation, which is about the thread itself.
  | Start
  | { type: 'ping' }
  | { type: 'settle' }
  // A call and its body.
  | { type: 'call'; function: string; request: RequestHead }
  | BodyPart
  | { type: 'more' }
  // The call's WebSocket. `flushed` says how many bytes of the function's data have been handed to the operating
  // system.
  | { type: 'opened' }
  | { type: 'said'; data: string | ArrayBuffer }
  | { type: 'flushed'; bytes: number }
  | { type: 'troubled' }
  | { type: 'closed'; code: number; reason: string }
  // Replies to a function's service requests.
  | { type: 'done' }
  | { type: 'refused'; message: string }
  | { type: 'heard'; message: unknown }
  | { type: 'gap' }

export type FromThread =
  | { type: 'pong'; outsideHeapBytes: number; cpuMs: number }
  /** Whether a function's modules are being loaded. */
  | { type: 'starting'; is: boolean }
  /** Whether functions have background work. */
  | { type: 'working'; is: boolean }
  | { type: 'settled' }
  /** An error that no answer can carry, for the log. */
  | { type: 'fault'; function: string; words: string; error: Error }
  | { type: 'leaving'; function: string | undefined }
  /** A function waits for the address of the embedded database. */
  | { type: 'asks for database' }
  // A call's answer.
  | { type: 'answer'; head: AnswerHead }
  | { type: 'upgrade'; protocol: string }
  | { type: 'failed'; reason: 'boot' | 'threw' | 'no response' }
  | BodyPart
  | { type: 'more' }
  | { type: 'say'; data: SocketData }
  | { type: 'took'; bytes: number }
  | { type: 'close'; code: number | undefined; reason: string | undefined }
  // A function's requests for services of the server.
  | { type: 'mail'; mail: QueuedMail }
  | { type: 'channel'; function: string; name: string }
  | { type: 'tell'; message: unknown }
