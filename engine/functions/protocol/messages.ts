import type { QueuedMail } from '../../mail/queue/queued-mail.ts'
import type { SocketData } from './socket-data.ts'

/** What the server and a thread of functions say to each other. Each talk has a line of its own (`lines.ts`). */

export type Headers = [name: string, value: string][]
export type RequestHead = { method: string; url: string; headers: Headers; hasBody: boolean }
export type AnswerHead = { status: number; statusText: string; headers: Headers; hasBody: boolean }

/** A body goes piece by piece, each asked for by `more` from where it is read. */
export type BodyPart = { type: 'chunk'; bytes: Uint8Array<ArrayBuffer> } | { type: 'last' } | { type: 'broken' }

export type StartedFunction = {
  name: string
  entrypoint: string
  importMap: string | undefined
  /** What it may read beside the files of its folder: patterns of absolute paths. */
  staticFiles: readonly string[]
}

/** What the thread has to know before the first call. */
export type Start = {
  type: 'start'
  functionsDir: string
  functions: readonly StartedFunction[]
  variables: Readonly<Record<string, string>>
  /** Where a function finds the address of an embedded database, once it has asked for it (`late-text.ts`). */
  databaseAddress: SharedArrayBuffer | undefined
  /** Where functions may write; gone with the thread. */
  temporaryDir: string
}

export type ToThread =
  // The first line is about the thread itself.
  | Start
  | { type: 'ping' }
  | { type: 'settle' }
  // A call, and then its body.
  | { type: 'call'; function: string; request: RequestHead }
  | BodyPart
  | { type: 'more' }
  // Its WebSocket, where it asked for one; `flushed` of what the function said has left this machine's memory.
  | { type: 'opened' }
  | { type: 'said'; data: string | ArrayBuffer }
  | { type: 'flushed'; bytes: number }
  | { type: 'troubled' }
  | { type: 'closed'; code: number; reason: string }
  // What a function asked the server for.
  | { type: 'done' }
  | { type: 'refused'; message: string }
  | { type: 'heard'; message: unknown }
  | { type: 'gap' }

export type FromThread =
  | { type: 'pong'; outsideHeapBytes: number; cpuMs: number }
  /** A function's modules are being loaded. */
  | { type: 'starting'; is: boolean }
  /** Functions left something running. */
  | { type: 'working'; is: boolean }
  | { type: 'settled' }
  /** An error that no answer can carry, for the log. */
  | { type: 'fault'; function: string; words: string; error: Error }
  | { type: 'leaving'; function: string | undefined }
  /** A function wants to know where the embedded database is, and waits. */
  | { type: 'asks for database' }
  // A call's end.
  | { type: 'answer'; head: AnswerHead }
  | { type: 'upgrade'; protocol: string }
  | { type: 'failed'; reason: 'boot' | 'threw' | 'no response' }
  | BodyPart
  | { type: 'more' }
  | { type: 'say'; data: SocketData }
  | { type: 'took'; bytes: number }
  | { type: 'close'; code: number | undefined; reason: string | undefined }
  // What a function asks the server for.
  | { type: 'mail'; mail: QueuedMail }
  | { type: 'channel'; function: string; name: string }
  | { type: 'tell'; message: unknown }
