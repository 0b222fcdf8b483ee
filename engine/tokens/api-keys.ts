import { createHash, createHmac } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { type ApiKeyRow, type ApiKeyRows, type ApiKeyType, apiKeyRowsIn } from './api-key-rows.ts'

/** A key that counts, and what it is called. */
export type ApiKey = ApiKeyRow & { key: string }

/** Whether this looks like a key of the newer form, which is no token. */
export const isNewerKey = (key: string) => key.startsWith('sb_')

/**
 * The key that a row stands for: as the hosted service writes them, with a check at its end that others may look at. Whoever
 * has the secret has all of them; without it the rows are nothing.
 */
export function apiKeyOf(secret: Uint8Array, { id, type }: Pick<ApiKeyRow, 'id' | 'type'>): string {
  const random = createHmac('sha256', secret).update(`${type} ${id}`).digest('base64url').slice(0, 22)
  const key = `sb_${type}_${random}`
  return `${key}_${createHash('sha256').update(`supabase-self-hosted|${key}`).digest('base64url').slice(0, 8)}`
}

type Log = { error(error: unknown, message: string): void }

/** Where the database does not answer just now. */
const AGAIN_MS = 1000

/** The keys of the newer form (`sb_…`) that count at this moment. */
export class ApiKeys {
  readonly #secret: Uint8Array
  // By hash, so that how long a search takes tells nothing of them.
  #known: ReadonlyMap<string, ApiKey> = new Map()
  readonly #whenGone = new Map<string, Set<() => void>>()
  #reading: Promise<void> = Promise.resolve()

  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  /** Reads them, and again whenever one is made or revoked, by whichever server or command. */
  async keepReading(database: Pick<Database, 'run' | 'listen'>, log: Log): Promise<void> {
    const rows = apiKeyRowsIn(database)
    const again = () => {
      this.read(rows).catch((error: unknown) => {
        log.error(error, 'The API keys could not be read again')
        setTimeout(again, AGAIN_MS).unref()
      })
    }
    await database.listen('engine_api_keys', again)
    await this.read(rows)
  }

  /** One after the other, so that what was read first is not taken for the newest. */
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

  /** What sort of key it is; undefined for what is none, or no longer. */
  typeOf(key: string): ApiKeyType | undefined {
    return isNewerKey(key) ? this.#known.get(hashOf(key))?.type : undefined
  }

  all(): ApiKey[] {
    return [...this.#known.values()]
  }

  /** By their names. */
  named(type: ApiKeyType): Record<string, string> {
    const ofType = this.all().filter((apiKey) => apiKey.type === type)
    return Object.fromEntries(ofType.map(({ name, key }) => [name, key]))
  }

  /** Calls back once that key is revoked; whatever is no key of this form never is. Returns how to stop. */
  onRevoked(key: string, listener: () => void): () => void {
    if (!isNewerKey(key)) return () => undefined
    const listeners = this.#whenGone.get(key) ?? new Set()
    this.#whenGone.set(key, listeners.add(listener))
    // It may have been while somebody was being let in by it.
    if (this.typeOf(key) === undefined) queueMicrotask(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#whenGone.get(key) === listeners) this.#whenGone.delete(key)
    }
  }
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url')
