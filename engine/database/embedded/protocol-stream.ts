import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import type { Spender } from '../database.ts'
import { Batches } from './batches.ts'
import { StatementWatch } from './statement-time/running-statement.ts'
import { Watchdog } from './statement-time/watchdog.ts'
import { startThread } from './thread.ts'
import { messagesOf } from './wire-messages.ts'
import type { BatchAnswer, WorkerAnswer, WorkerQuestion } from './worker-messages.ts'

/**
 * The embedded database as the socket that node-postgres expects: bytes of the wire protocol go to PGlite on a
 * thread of its own, so that a slow query stalls no HTTP request, and come back as they are.
 * Destroying it ends the thread, whatever the database is doing; the next one recovers from the write-ahead log.
 */
export class ProtocolStream extends Duplex {
  #worker: Worker | undefined
  #answered: ((error?: Error) => void) | undefined
  #greeted = false
  readonly #runawayMs: number
  readonly #batches = new Batches()
  #watchdog: Watchdog | undefined
  #end = Promise.withResolvers<void>()
  /** Who waits for the answer to a batch that is not node-postgres's. */
  readonly #asked = new Map<Spender, { parts: Uint8Array[]; answer: PromiseWithResolvers<Buffer> }>()

  /** Resolves when the thread is gone and the folder is free for another one. */
  readonly ended = this.#end.promise

  /**
   * The thread, or else a new one, opens `folder` after `free`, the end of the one before. A statement without a timeout
   * of its own may run for `runawayMs`.
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
    worker.postMessage({ kind: 'open', folder } satisfies WorkerQuestion)
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
        if (batch !== undefined) this.#batches.spenderOf(batch)?.onBroken?.()
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
    const asker = this.#batches.spenderOf(number)
    const asked = asker && this.#asked.get(asker)
    // First, so that whoever is answered finds it counted.
    if (ms !== undefined) this.#batches.answered(number, ms)
    if (!asked) return this.push(bytes)
    asked.parts.push(bytes)
    if (ms === undefined) return
    this.#asked.delete(asker)
    asked.answer.resolve(this.#withoutNotifications(Buffer.concat(asked.parts)))
  }

  /** What is written from here on is this one's. */
  spendFor(spender: Spender | undefined) {
    const beginning = this.#batches.beginningFor(spender)
    if (!beginning) return
    // So that it leaves with what follows.
    this.cork()
    this.write(beginning)
    process.nextTick(() => this.uncork())
  }

  /** Sends messages that are not node-postgres's, and keeps what is answered to them from it. Not to be asked while another waits. */
  ask(messages: Buffer): Promise<Buffer> {
    const asker: Spender = {}
    const answer = Promise.withResolvers<Buffer>()
    if (this.destroyed) answer.reject(new Error('The embedded database is gone.'))
    else {
      this.#asked.set(asker, { parts: [], answer })
      this.spendFor(asker)
      this.write(messages)
    }
    return answer.promise
  }

  /** Those are for whoever listens, which is node-postgres. */
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
      // PGlite has one session, open and trusted: the start-up packet needs no answer of its own.
      this.#greeted = true
      written.shift()
      this.push(sessionGreeting)
    }
    const batches = this.#batches.of(written.filter((chunk) => !chunk.equals(terminate)))
    if (batches.length === 0) return done()
    this.#answered = done
    this.#watchdog?.begin()
    this.#worker?.postMessage({ kind: 'protocol', batches } satisfies WorkerQuestion)
  }

  override _read() {}

  override _final(done: (error?: Error | null) => void) {
    this.#worker?.postMessage({ kind: 'close' } satisfies WorkerQuestion)
    this.ended.then(() => {
      this.push(null)
      done()
    })
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#watchdog?.stop()
    // It holds the memory of the database, which would else stay for as long as this does.
    this.#watchdog = undefined
    for (const { answer } of this.#asked.values())
      answer.reject(error ?? new Error('The embedded database was closed.'))
    this.#asked.clear()
    Promise.resolve(this.#worker?.terminate()).then(() => done(error))
  }

  // What node-postgres calls on a socket and a thread has no use for.
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

/** The message "Terminate": the thread is closed otherwise. */
export const terminate = Buffer.from([0x58, 0, 0, 0, 4])

/** AuthenticationOk, then ReadyForQuery outside a transaction. */
export const sessionGreeting = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
