/** What the pool needs of a node-postgres client. */
type PoolClient = {
  connect(): Promise<unknown>
  end(): Promise<void>
  on(event: 'error' | 'end', listener: () => void): unknown
  getTransactionStatus(): string | null
}

type PoolOptions<Client> = {
  /** Makes a client that is not connected yet. */
  create: () => Client
  max: number
  /** A connection without work for this long is closed. */
  idleMs: number
  /** How long work waits for a connection when all are busy. */
  waitMs: number
}

type Waiting<Client> = { resolve(client: Client): void; reject(error: Error): void; patience: NodeJS.Timeout }

/** A server that has just refused a connection is not asked for another one by each piece of work. */
const REFUSED_MS = 1_000

/**
 * Lends out connections, the last returned one first. Unlike node-postgres' own pool it costs next to nothing while a
 * connection is free: no promise, no listener and no timer for each piece of work.
 */
export class ConnectionPool<Client extends PoolClient> {
  readonly #options: PoolOptions<Client>
  readonly #all = new Set<Client>()
  readonly #opening = new Set<Client>()
  /** The connections without work, the longest unused first, and since when each is. */
  readonly #idle: { client: Client; since: number }[] = []
  readonly #waiting: Waiting<Client>[] = []
  /** Until when no more are opened as long as there are any. */
  #refusedUntil = 0
  #sweep: NodeJS.Timeout | undefined
  #closed: PromiseWithResolvers<void> | undefined

  constructor(options: PoolOptions<Client>) {
    this.#options = options
  }

  get total(): number {
    return this.#all.size
  }

  get idle(): number {
    return this.#idle.length
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** A connection that is free at once, if there is one. */
  take(): Client | undefined {
    return this.#idle.pop()?.client
  }

  /** A free connection, or whichever comes first: a new one, or one that is returned. */
  async connect(): Promise<Client> {
    if (this.#closed) throw new Error('The database has been closed.')
    const free = this.take()
    if (free) return free
    const served = this.#wait()
    this.#openMore()
    return served
  }

  /** Opens a connection for work that waits, unless one is being opened for it already. */
  #openMore() {
    if (this.#closed || this.#waiting.length <= this.#opening.size || this.#all.size >= this.#options.max) return
    if (this.#opened > 0 && performance.now() < this.#refusedUntil) return
    this.#open().then(
      (client) => this.release(client),
      (error) => this.#couldNotOpen(error),
    )
  }

  get #opened(): number {
    return this.#all.size - this.#opening.size
  }

  async #open(): Promise<Client> {
    const client = this.#options.create()
    this.#all.add(client)
    this.#opening.add(client)
    // A connection that breaks is replaced at the next use; the statement under way reports the error.
    client.on('error', () => this.discard(client))
    client.on('end', () => this.#forget(client))
    try {
      await client.connect()
      this.#opening.delete(client)
      return client
    } catch (error) {
      this.#forget(client)
      throw error
    }
  }

  /** The server may allow no more connections, while those that are open can do the work. */
  #couldNotOpen(error: Error) {
    if (this.#opened > 0) {
      this.#refusedUntil = performance.now() + REFUSED_MS
      return
    }
    this.#next()?.reject(error)
    this.#openMore()
  }

  #wait(): Promise<Client> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(new Error(this.#opened > 0 ? 'All connections stayed busy.' : 'No connection could be opened in time.'))
      }, this.#options.waitMs)
      const waiting = { resolve, reject, patience }
      this.#waiting.push(waiting)
    })
  }

  /** Takes the oldest entry out of the queue. */
  #next(): Waiting<Client> | undefined {
    const next = this.#waiting.shift()
    clearTimeout(next?.patience)
    return next
  }

  /** Takes a connection back. One that is broken, or in the middle of a transaction, is closed. */
  release(client: Client): void {
    if (!this.#all.has(client)) return
    if (this.#closed || client.getTransactionStatus() !== 'I') {
      this.discard(client)
      return
    }
    const next = this.#next()
    if (next) {
      next.resolve(client)
      return
    }
    this.#idle.push({ client, since: performance.now() })
    this.#sweep ??= this.#sweepAfter(this.#options.idleMs)
  }

  /** Closes all connections, each as soon as its work is done. */
  async close(): Promise<void> {
    this.#closed ??= Promise.withResolvers()
    clearTimeout(this.#sweep)
    for (const { client } of this.#idle.splice(0)) this.discard(client)
    for (const { reject, patience } of this.#waiting.splice(0)) {
      clearTimeout(patience)
      reject(new Error('The database has been closed.'))
    }
    if (this.#all.size > 0) await this.#closed.promise
  }

  #closeUnused() {
    const { idleMs } = this.#options
    const now = performance.now()
    const kept = this.#idle.findIndex(({ since }) => since + idleMs > now)
    for (const { client } of this.#idle.splice(0, kept === -1 ? this.#idle.length : kept)) this.discard(client)
    const [oldest] = this.#idle
    this.#sweep = oldest && this.#sweepAfter(oldest.since + idleMs - now)
  }

  #sweepAfter = (ms: number) => setTimeout(() => this.#closeUnused(), ms).unref()

  /** Closes a connection. It is not lent again, even where it is released later. */
  discard(client: Client): void {
    this.#forget(client)
    void client.end()
  }

  #forget(client: Client) {
    if (!this.#all.delete(client)) return
    const wasOpen = !this.#opening.delete(client)
    const at = this.#idle.findIndex((idle) => idle.client === client)
    if (at !== -1) this.#idle.splice(at, 1)
    if (this.#all.size === 0) this.#closed?.resolve()
    // A new connection takes its place for the work that waits.
    if (wasOpen) this.#openMore()
  }
}
