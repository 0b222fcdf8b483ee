import type { MessagePort } from 'node:worker_threads'
import type { SharedStatementMemory } from './statement-time/running-statement.ts'
import type { Module } from './wasm/web-assembly.ts'

// The messages between the database's thread and the thread that started it.

/** `module` is PGlite's, where a thread of this process has compiled it before. */
export type WorkerData = { syncPort: MessagePort; module?: Module | undefined; bufferMb?: number }
/** The first message opens a folder and is answered by 'ready' or 'failed'. */
export type WorkerRequest =
  | { kind: 'open'; folder: string }
  | { kind: 'protocol'; batches: Batch[] }
  | { kind: 'close' }
export type WorkerAnswer =
  | { kind: 'ready'; insight: SharedStatementMemory; module: Module }
  | { kind: 'failed'; message: string }
  | { kind: 'protocol'; answers: BatchAnswer[]; isLast: boolean }

/** Messages of the wire protocol that belong together, such as those of one transaction. */
export type Batch = { number: number; bytes: Uint8Array }
/** `ms`, the duration of the batch, comes with the last part of its answer. */
export type BatchAnswer = { number: number; bytes: Uint8Array; ms?: number }
