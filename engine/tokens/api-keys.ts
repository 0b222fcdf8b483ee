import { createHash, createHmac } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { type ApiKeyRow, type ApiKeyRows, type ApiKeyType, apiKeyRowsIn } from './api-key-rows.ts'

/** A valid key and its name. */
export type ApiKey = ApiKeyRow & { key: string }

/** Whether this looks like a key of the newer form, which is not a token. */
export const isNewerKey = (key: string) => key.startsWith('sb_')

/**
 * Derives the key of a row, in the hosted service's format with a checksum at the end. The secret is enough to derive
 * every key; without it the rows reveal none.
 */
export function apiKeyOf(secret: Uint8Array, { id, type }: Pick<ApiKeyRow, 'id' | 'type'>): string {
  const random = createHmac('sha256', secret).update(`${type} ${id}`).digest('base64url').slice(0, 22)
  const key = `sb_${type}_${random}`
  return `${key}_${createHash('sha256').update(`supabase-self-hosted|${key}`).digest('base64url').slice(0, 8)}`
}

type Log = { error(error: unknown, message: string): void }

/** The delay before reading again, where the database does not answer. */
const RETRY_MS = 1000

/** The keys of the newer form (`sb_…`) that are valid now. */
export class ApiKeys {
  readonly #secret: Uint8Array
  // Keyed by hash, so that the duration of a lookup reveals nothing about the keys.
  #known: ReadonlyMap<string, ApiKey> = new Map()
  readonly #whenGone = new Map<string, Set<() => void>>()
  #reading: Promise<void> = Promise.resolve()

  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  /** Reads the keys, and again whenever any server or command creates or revokes one. */
  async keepReading(database: Pick<Database, 'run' | 'listen'>, log: Log): Promise<void> {
    const rows = apiKeyRowsIn(database)
    const again = () => {
      this.read(rows).catch((error: unknown) => {
        log.error(error, 'The API keys could not be read again')
        setTimeout(again, RETRY_MS).unref()
      })
    }
    await database.listen('engine_api_keys', again)
    await this.read(rows)
  }

  /** Reads one after the other, so that an older result never replaces a newer one. */
  read(rows: Pick<ApiKeyRows, 'list'>): Promise<void> {
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#read(rows))
    return this.#reading
  }

  async #read(rows: Pick<ApiKeyRows, 'list'>): Promise<void> {
    const keys = (await rows.list()).map((row) => ({ ...row, key: apiKeyOf(this.#secret, row) }))
    this.#known = new Map(keys.map((apiKey) => [hashOf(apiKey.key), apiKey]))
    for (const [key, listeners] of this.#whenGone) {
      if (this.typeOf(key) !== undefined) continue
      this.#whenGone.delete(key)
      for (const listener of listeners) listener()
    }
  }

  /** The type of a key; undefined for an unknown or revoked one. */
  typeOf(key: string): ApiKeyType | undefined {
    return isNewerKey(key) ? this.#known.get(hashOf(key))?.type : undefined
  }

  all(): ApiKey[] {
    return [...this.#known.values()]
  }

  /** The keys of a type, by name. */
  named(type: ApiKeyType): Record<string, string> {
    const ofType = this.all().filter((apiKey) => apiKey.type === type)
    return Object.fromEntries(ofType.map(({ name, key }) => [name, key]))
  }

  /** Calls back once the key is revoked; never for a key of another form. Returns a function that stops it. */
  onRevoked(key: string, listener: () => void): () => void {
    if (!isNewerKey(key)) return () => undefined
    const listeners = this.#whenGone.get(key) ?? new Set()
    this.#whenGone.set(key, listeners.add(listener))
    // The key may have been revoked just before the listener was added.
    if (this.typeOf(key) === undefined) queueMicrotask(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#whenGone.get(key) === listeners) this.#whenGone.delete(key)
    }
  }
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url')
