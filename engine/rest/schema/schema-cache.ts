import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import { restErrors } from '../errors.ts'
import type { ConfigSources } from '../rest-config.ts'
import { type LoadedSchema, loadSchema } from './load-schema.ts'

/** The delay after a reload that merges a burst of notifications, as from a migration, into one more reload. */
const SETTLE_MS = 100
const RETRY_MS = 1_000

/** Holds the loaded schema and settings, and reloads them when Postgres notifies of a change. */
export class SchemaCache {
  readonly #database: Database
  readonly #sources: ConfigSources
  readonly #log: FastifyBaseLogger
  #known: LoadedSchema | undefined
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
   * The loaded schema and settings; waits for the first load. If that has failed, requests are refused, and the
   * official client retries.
   */
  async current(): Promise<LoadedSchema> {
    if (!this.#known) await this.start()
    if (!this.#known) throw restErrors.schemaCacheNotLoaded()
    return this.#known
  }

  /** Loads the schema and subscribes to its changes, once. A failure is retried in the background. */
  start(): Promise<void> {
    this.#started ??= this.#follow().then(() => this.#reload())
    return this.#started
  }

  /** Subscribes before the first load, because changes during the load would be missed otherwise. */
  async #follow() {
    try {
      // The payload is `reload schema`, `reload config` or empty for both; each of them reloads everything.
      await this.#database.listen('pgrst', () => void this.#reload())
    } catch (error) {
      this.#log.error(error, 'Changes of the schema will not be noticed.')
    }
  }

  /** Unsubscribes, without waiting for a load in progress. */
  async close() {
    this.#closed = true
    await this.#loading
  }

  /** At most one load runs; notifications during it lead to exactly one more. The old schema serves until then. */
  #reload(): Promise<void> {
    // This does not wait for the load: a filter that goes on comparing with a column's old type may delete other rows.
    this.#database.forgetStatements?.()
    if (this.#loading) this.#stale = true
    else this.#loading = this.#load().finally(() => this.#settle())
    return this.#loading
  }

  async #load() {
    try {
      this.#known = await loadSchema(this.#database, this.#sources, (error) =>
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
