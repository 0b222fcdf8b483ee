import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { headingOf } from '../backup/heading.ts'
import { moveRows } from '../backup/move.ts'
import type { OnProgress } from '../backup/pieces.ts'
import { openFolder, type PlainClient } from '../backup/plain-client.ts'
import type { Config } from '../config.ts'
import { namesOfExtensions, rememberExtensions } from '../database/embedded/extensions.ts'
import { renewedOf } from '../database/embedded/new-database.ts'
import { earlierPostgresOf } from '../database/embedded/older/releases.ts'

/**
 * An embedded database of an earlier PostgreSQL on its way to the one of today: its rows have been read with the PGlite of then,
 * and stand in a database of their own, where the rest may be done. At the end that one takes its place.
 */
export class Renewal {
  /** Of the new database, until it takes the place of the old one. */
  readonly config: Config
  readonly #folder: string
  readonly #from: number
  readonly #old: string
  /** Holds the folder meanwhile. */
  readonly #source: PlainClient

  private constructor(folder: string, config: Config, source: PlainClient, from: number) {
    this.config = config
    this.#folder = folder
    this.#source = source
    this.#from = from
    this.#old = oldOf(folder, from)
  }

  /** Undefined where nothing of the kind is to be done. */
  static async begin(config: Config, onProgress: OnProgress): Promise<Renewal | undefined> {
    const folder = join(config.dataDir, 'db')
    const from = config.databaseUrl ? undefined : await earlierPostgresOf(folder)
    if (from === undefined) return undefined
    if (existsSync(oldOf(folder, from))) {
      throw new Error(`${oldOf(folder, from)} is there already, where the old database goes: move it away first.`)
    }
    onProgress(`getting what reads PostgreSQL ${from}`)
    const beside = { ...config, dataDir: join(config.dataDir, 'copies', `renewal-${randomUUID()}`) }
    const renewal = new Renewal(folder, beside, await openFolder(folder), from)
    try {
      await renewal.#fill(onProgress)
      return renewal
    } catch (error) {
      await renewal.end()
      throw error
    }
  }

  async #fill(onProgress: OnProgress) {
    await mkdir(this.config.dataDir, { recursive: true, mode: 0o700 })
    const { client } = this.#source
    await client.query('begin isolation level repeatable read read only')
    await moveRows(client, await headingOf(client, this.config), { to: this.config, onProgress })
  }

  /** Should the power go in between, the next opening finds the new one waiting, and goes on. */
  async finish(): Promise<{ from: number; old: string }> {
    const ready = join(this.config.dataDir, 'db')
    await rememberExtensions(this.#folder, await namesOfExtensions(ready))
    const waiting = renewedOf(this.#folder)
    await rm(waiting, { recursive: true, force: true })
    await rename(ready, waiting)
    await rename(this.#folder, this.#old)
    await rename(waiting, this.#folder)
    return { from: this.#from, old: this.#old }
  }

  async end() {
    await this.#source.end()
    await rm(this.config.dataDir, { recursive: true, force: true })
  }
}

const oldOf = (folder: string, postgres: number) => `${folder}.postgresql-${postgres}`
