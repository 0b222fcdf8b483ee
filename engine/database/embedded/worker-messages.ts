import type { MessagePort } from 'node:worker_threads'
import type { Insight } from './statement-time/running-statement.ts'

// What the thread of the database and the one that started it tell each other.

export type WorkerData = { syncPort: MessagePort; bufferMb?: number }
/** The first one asked is to open a folder; 'ready' or 'failed' answers it. */
export type WorkerQuestion =
  | { kind: 'open'; folder: string }
  | { kind: 'protocol'; batches: Batch[] }
  | { kind: 'close' }
export type WorkerAnswer =
  | { kind: 'ready'; insight: Insight }
  | { kind: 'failed'; message: string }
  | { kind: 'protocol'; answers: BatchAnswer[]; isLast: boolean }

/** Messages of the wire protocol that belong together, as those of one transaction. */
export type Batch = { number: number; bytes: Uint8Array }
/** How long the batch took comes with the last part of its answer. */
export type BatchAnswer = { number: number; bytes: Uint8Array; ms?: number }
