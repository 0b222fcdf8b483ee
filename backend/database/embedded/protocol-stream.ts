import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import { StatementWatch } from './statement-time/running-statement.ts'
import { Watchdog } from './statement-time/watchdog.ts'
import { startThread } from './thread.ts'
import type { WorkerAnswer, WorkerQuestion } from './worker.ts'

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
  #watchdog: Watchdog | undefined
  #end = Promise.withResolvers<void>()

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
      const onStuck = () => this.destroy(new Error('The embedded database did not come back from a statement.'))
      this.#watchdog = new Watchdog(new StatementWatch(answer.insight), { runawayMs: this.#runawayMs, onStuck })
      return this.emit('connect')
    }
    if (answer.kind === 'failed') return this.destroy(new Error(answer.message))
    this.#watchdog?.end()
    this.push(answer.bytes)
    this.#answered?.()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void) {
    if (!this.#greeted) {
      // PGlite has one session, open and trusted: the start-up packet needs no answer of its own.
      this.#greeted = true
      this.push(sessionGreeting)
      return done()
    }
    if (chunk[0] === TERMINATE) return done()
    this.#answered = done
    this.#watchdog?.begin()
    this.#worker?.postMessage({ kind: 'protocol', bytes: chunk } satisfies WorkerQuestion)
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: (error?: Error | null) => void) {
    const [first] = chunks
    const bytes = chunks.length === 1 && first ? first.chunk : Buffer.concat(chunks.map(({ chunk }) => chunk))
    this._write(bytes, 'utf8', done)
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

const TERMINATE = 'X'.charCodeAt(0)

/** AuthenticationOk, then ReadyForQuery outside a transaction. */
const sessionGreeting = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
