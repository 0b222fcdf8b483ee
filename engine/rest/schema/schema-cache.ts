import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { ConfigSources } from '../config.ts'
import { restErrors } from '../errors.ts'
import { type Known, loadKnown } from './load.ts'

/** Waiting so long after a reload collects the notifications of a burst, as of a migration, into one more. */
const SETTLE_MS = 100
const RETRY_MS = 1_000

/** Holds the schema and the settings as last read, and reads them again when Postgres says that they changed. */
export class SchemaCache {
  readonly #database: Database
  readonly #sources: ConfigSources
  readonly #log: FastifyBaseLogger
  #known: Known | undefined
  #started: Promise<void> | undefined
  #loading: Promise<void> | undefined
  #stale = false
  #closed = false

  constructor(database: Database, sources: ConfigSources, log: FastifyBaseLogger) {
    this.#database = database
    this.#sources = sources
    this.#log = log
  }

  /**
   * What is known, at the latest when the first load ends. Where none has succeeded yet requests are refused, and the
   * official client tries again.
   */
  async known(): Promise<Known> {
    if (!this.#known) await this.start()
    if (!this.#known) throw restErrors.schemaCacheNotLoaded()
    return this.#known
  }

  /** The header that comes back to callers, as far as the settings are known already. */
  get traceHeader(): string | undefined {
    return this.#known?.config.traceHeader
  }

  /** Loads the schema and follows its changes, once. A failure is repaired in the background. */
  start(): Promise<void> {
    this.#started ??= this.#follow().then(() => this.#reload())
    return this.#started
  }

  /** Before the first load, or what changes while it runs would be missed. */
  async #follow() {
    const { db_channel: channel = 'pgrst', db_channel_enabled: isFollowed } = this.#sources.environment ?? {}
    if (isFollowed === 'false') return
    try {
      // The payload is `reload schema`, `reload config` or empty for both: the one query set reads all of it.
      await this.#database.listen(channel, () => void this.#reload())
    } catch (error) {
      this.#log.error(error, 'Changes of the schema will not be noticed.')
    }
  }

  /** Stops following: what is being read is no longer waited for. */
  async close() {
    this.#closed = true
    await this.#loading
  }

  /** At most one load runs; what arrives meanwhile leads to exactly one more. The old schema serves until then. */
  #reload(): Promise<void> {
    if (this.#loading) this.#stale = true
    else this.#loading = this.#load().finally(() => this.#settle())
    return this.#loading
  }

  async #load() {
    try {
      this.#known = await loadKnown(this.#database, this.#sources, (error) =>
        this.#log.error(error, 'The settings in the database cannot be used.'),
      )
    } catch (error) {
      if (this.#closed) return
      this.#log.error(error, 'The schema could not be read.')
      setTimeout(() => void this.#reload(), RETRY_MS).unref()
    }
  }

  #settle() {
    setTimeout(() => {
      this.#loading = undefined
      if (!this.#stale || this.#closed) return
      this.#stale = false
      void this.#reload()
    }, SETTLE_MS).unref()
  }
}
