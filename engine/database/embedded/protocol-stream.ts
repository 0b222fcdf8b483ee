import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import type { CostListener } from '../database.ts'
import { BatchesByCostListener } from './batches-by-cost-listener.ts'
import { startThread } from './start-database-thread.ts'
import { StatementWatch } from './statement-time/running-statement.ts'
import { Watchdog } from './statement-time/watchdog.ts'
import { messagesOf } from './wire-messages.ts'
import type { BatchAnswer, WorkerAnswer, WorkerRequest } from './worker-messages.ts'

/**
 * The embedded database as the socket that node-postgres expects. It passes the bytes of the wire protocol to PGlite on
 * a thread of its own and back, so that a slow query delays no HTTP request. Destroying the stream ends the thread,
 * whatever the database is doing; the next thread recovers from the write-ahead log.
 */
export class ProtocolStream extends Duplex {
  #worker: Worker | undefined
  #answered: ((error?: Error) => void) | undefined
  #greeted = false
  readonly #runawayMs: number
  readonly #batches = new BatchesByCostListener()
  #watchdog: Watchdog | undefined
  #end = Promise.withResolvers<void>()
  /** Batches that were sent by `ask` and not by node-postgres, with the answers that their senders wait for. */
  readonly #asked = new Map<CostListener, { parts: Uint8Array[]; answer: PromiseWithResolvers<Buffer> }>()

  /** Resolves when the thread has ended and another one may open the folder. */
  readonly ended = this.#end.promise

  /**
   * The thread, or a new one where none is given, opens `folder` once `free` has settled: the end of the thread before.
   * A statement without a timeout of its own may run for `runawayMs`.
   */
  constructor(folder: string, free: Promise<unknown>, runawayMs: number, thread?: Worker) {
    super()
    this.#runawayMs = runawayMs
    free.then(() => this.#open(folder, thread))
  }

  #open(folder: string, thread?: Worker) {
    if (this.destroyed) return this.#end.resolve()
    const worker = thread ?? startThread()
    this.#worker = worker
    worker.postMessage({ kind: 'open', folder } satisfies WorkerRequest)
    worker.once('exit', (code) => {
      this.#end.resolve()
      if (!this.writableEnded) this.destroy(new Error(`The embedded database's thread ended with code ${code}.`))
    })
    worker.on('message', (answer: WorkerAnswer) => this.#receive(answer))
    worker.on('error', (error) => this.destroy(error))
  }

  #receive(answer: WorkerAnswer) {
    if (answer.kind === 'ready') {
      const onStuck = (batch: number | undefined) => {
        if (batch !== undefined) this.#batches.costListenerOf(batch)?.onBroken?.()
        this.destroy(new Error('The embedded database did not come back from a statement.'))
      }
      this.#watchdog = new Watchdog(new StatementWatch(answer.insight), { runawayMs: this.#runawayMs, onStuck })
      return this.emit('connect')
    }
    if (answer.kind === 'failed') return this.destroy(new Error(answer.message))
    if (answer.isLast) this.#watchdog?.end()
    for (const part of answer.answers) this.#take(part)
    if (answer.isLast) this.#answered?.()
  }

  #take({ number, bytes, ms }: BatchAnswer) {
    const asker = this.#batches.costListenerOf(number)
    const asked = asker && this.#asked.get(asker)
    // Counted before the answer goes out, so that the recipient finds it counted.
    if (ms !== undefined) this.#batches.answered(number, ms)
    if (!asked) return this.push(bytes)
    asked.parts.push(bytes)
    if (ms === undefined) return
    this.#asked.delete(asker)
    asked.answer.resolve(this.#withoutNotifications(Buffer.concat(asked.parts)))
  }

  /** What is written from now on is charged to this listener. */
  chargeTo(costListener: CostListener | undefined) {
    const beginning = this.#batches.beginningFor(costListener)
    if (!beginning) return
    // Held back, so that it leaves together with what follows.
    this.cork()
    this.write(beginning)
    process.nextTick(() => this.uncork())
  }

  /**
   * Sends messages that do not come from node-postgres and returns the answer to them. It must not be called again
   * before that answer.
   */
  ask(messages: Buffer): Promise<Buffer> {
    const asker: CostListener = {}
    const answer = Promise.withResolvers<Buffer>()
    if (this.destroyed) answer.reject(new Error('The embedded database is gone.'))
    else {
      this.#asked.set(asker, { parts: [], answer })
      this.chargeTo(asker)
      this.write(messages)
    }
    return answer.promise
  }

  /** Passes notifications on to node-postgres, which has the listeners, and returns the rest of the answer. */
  #withoutNotifications(answer: Buffer): Buffer {
    const others: Buffer[] = []
    for (const message of messagesOf(answer)) {
      if (message[0] === NOTIFICATION) this.push(message)
      else others.push(message)
    }
    return Buffer.concat(others)
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this._writev([{ chunk, encoding }], done)
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: (error?: Error | null) => void) {
    const written = chunks.map(({ chunk }) => chunk)
    if (!this.#greeted) {
      // PGlite has one session, open and trusted, so the start-up packet is answered here.
      this.#greeted = true
      written.shift()
      this.push(sessionGreeting)
    }
    const batches = this.#batches.of(written.filter((chunk) => !chunk.equals(terminate)))
    if (batches.length === 0) return done()
    this.#answered = done
    this.#watchdog?.begin()
    this.#worker?.postMessage({ kind: 'protocol', batches } satisfies WorkerRequest)
  }

  override _read() {}

  override _final(done: (error?: Error | null) => void) {
    this.#worker?.postMessage({ kind: 'close' } satisfies WorkerRequest)
    this.ended.then(() => {
      this.push(null)
      done()
    })
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#watchdog?.stop()
    // The watchdog holds a reference to the database's memory, which would otherwise not be freed before this stream.
    this.#watchdog = undefined
    for (const { answer } of this.#asked.values())
      answer.reject(error ?? new Error('The embedded database was closed.'))
    this.#asked.clear()
    Promise.resolve(this.#worker?.terminate()).then(() => done(error))
  }

  // node-postgres calls the methods below on a socket; a thread has no use for them.
  connect() {
    return this
  }
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    this.#worker?.ref()
    return this
  }
  unref() {
    this.#worker?.unref()
    return this
  }
}

const NOTIFICATION = 'A'.charCodeAt(0)

/** The message "Terminate", which is not sent on: `destroy` ends the thread. */
export const terminate = Buffer.from([0x58, 0, 0, 0, 4])

/** AuthenticationOk, then ReadyForQuery outside a transaction. */
export const sessionGreeting = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
