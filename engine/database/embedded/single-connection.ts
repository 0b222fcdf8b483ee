import type { Worker } from 'node:worker_threads'
import pg from 'pg'
import { type Connections, connectionConfig, type Listener, sendTogether, unreachable } from '../create-database.ts'
import type { CostListener, SendMessages } from '../database.ts'
import { ProtocolStream } from './protocol-stream.ts'

type Work<T> = (client: pg.Client) => Promise<T>

/**
 * Shares PGlite's one session. Whole transactions are sent one behind the other without waiting, so that the thread
 * always has work. A transaction with work in between has the connection to itself, in order of arrival.
 */
export class SingleConnection {
  readonly connections: Connections = {
    exclusive: (work, costListener) => this.#exclusive(work, costListener),
    shared: (work, costListener) => this.#shared(work, costListener),
    close: () => this.#close(),
  }
  readonly listener: Listener = {
    listen: (channel, onPayload) => this.#listen(channel, onPayload),
    close: async () => this.#callbacks.clear(),
  }
  readonly #folder: string
  readonly #runawayMs: number
  readonly #callbacks = new Map<string, (payload: string) => void>()
  #thread: Worker | undefined
  #threadEnded: Promise<unknown> = Promise.resolve()
  #stream: ProtocolStream | undefined
  #client: Promise<pg.Client> | undefined
  #isReplacement = false
  /** Settles when the exclusive work that was requested last is over. */
  #turn: Promise<unknown> = Promise.resolve()

  /** `thread` is one that was started in advance. */
  constructor(folder: string, runawayMs: number, thread?: Worker) {
    this.#folder = folder
    this.#runawayMs = runawayMs
    this.#thread = thread
    // Starting the thread takes time; a failure is reported to the first caller that needs it.
    this.#connection().catch(() => undefined)
  }

  /** Closes the database and opens it again on another thread. */
  reopen(): Promise<void> {
    return this.#exclusive(async (client) => {
      // Waits for the answers to everything that was sent before.
      await client.query('select')
      this.#client = undefined
      await client.end()
      await this.#connection()
    })
  }

  /** Lends the connection for messages that node-postgres does not send itself. */
  raw<T>(work: (ask: SendMessages) => Promise<T>): Promise<T> {
    return this.#exclusive(async (client) => {
      // Waits for the answers to everything that was sent before.
      await client.query('select')
      const stream = this.#stream
      if (!stream) throw unreachable('There is no connection.')
      return work((messages) => stream.ask(messages).catch((error) => Promise.reject(unreachable(error))))
    })
  }

  async #exclusive<T>(work: Work<T>, costListener?: CostListener): Promise<T> {
    const previous = this.#turn
    const over = Promise.withResolvers<void>()
    this.#turn = over.promise
    await previous
    try {
      const client = await this.#connection()
      this.#stream?.chargeTo(costListener)
      return await work(client)
    } finally {
      over.resolve()
    }
  }

  async #shared<T>(work: Work<T>, costListener?: CostListener): Promise<T> {
    for (;;) {
      const seen = this.#turn
      await seen
      const client = await this.#connection()
      // Other work may have taken the connection during the wait. From here to the last statement it cannot.
      if (seen !== this.#turn) continue
      this.#stream?.chargeTo(costListener)
      sendTogether(client)
      return work(client)
    }
  }

  async #listen(channel: string, onPayload: (payload: string) => void): Promise<void> {
    this.#callbacks.set(channel, onPayload)
    await this.#shared((client) => client.query(`listen ${client.escapeIdentifier(channel)}`))
  }

  async #close(): Promise<void> {
    await this.#turn
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
    await this.#threadEnded
  }

  #connection(): Promise<pg.Client> {
    if (this.#stream?.destroyed) this.#client = undefined
    this.#client ??= this.#connect().catch((error) => {
      this.#client = undefined
      throw unreachable(error)
    })
    return this.#client
  }

  async #connect(): Promise<pg.Client> {
    const opened = new ProtocolStream(this.#folder, this.#threadEnded, this.#runawayMs, this.#thread)
    this.#thread = undefined
    this.#threadEnded = opened.ended
    this.#stream = opened
    const client = new pg.Client({ ...connectionConfig, stream: () => opened })
    client.connection.prependListener('errorMessage', reportAsTimeout)
    // The statements under way report the error; the next one starts a new thread.
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload }) => this.#callbacks.get(channel)?.(payload ?? ''))
    await client.connect()
    for (const channel of this.#callbacks.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`)
    if (this.#isReplacement) for (const onPayload of this.#callbacks.values()) onPayload('')
    this.#isReplacement = true
    return client
  }
}

/** Reports a cancellation as a statement timeout, because only the watchdog cancels, and only for a timeout. */
function reportAsTimeout(error: pg.DatabaseError) {
  if (error.code === '57014') error.message = 'canceling statement due to statement timeout'
}
