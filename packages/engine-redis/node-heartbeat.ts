import type { RedisConnection } from './redis-connection.ts'

/** The time after which a process that has not refreshed its key in Redis counts as dead. */
const LIFE_MS = 10_000

/**
 * This process among the others: an id, and a key in Redis that expires unless it is refreshed. A process that was
 * disconnected or counted as dead returns under a new id, so everything under the old id can be removed without a
 * check.
 */
export class NodeHeartbeat {
  readonly #redis: RedisConnection
  #id: string = crypto.randomUUID()
  #connectedAt = Date.now()

  constructor(redis: RedisConnection) {
    this.#redis = redis
  }

  get id(): string {
    return this.#id
  }

  /** Whether the other processes have had time to reconnect: after a restart of Redis all do, though not at once. */
  get isSettled(): boolean {
    return Date.now() - this.#connectedAt >= LIFE_MS
  }

  /** Replaces the id of this process and returns the old one. */
  change(): string {
    const before = this.#id
    this.#id = crypto.randomUUID()
    this.#connectedAt = Date.now()
    return before
  }

  async live(): Promise<void> {
    await this.#redis.speaker.set(this.#lifeOf(this.#id), '1', { expiration: { type: 'PX', value: LIFE_MS } })
  }

  /**
   * Refreshes the key of this process. Returns false if that came too late, so that other processes may count this one
   * as dead.
   */
  async liveOn(): Promise<boolean> {
    const options = { condition: 'XX', expiration: { type: 'PX', value: LIFE_MS } } as const
    return (await this.#redis.speaker.set(this.#lifeOf(this.#id), '1', options)) !== null
  }

  async end(id = this.#id): Promise<void> {
    await this.#redis.speaker.del(this.#lifeOf(id))
  }

  async deadAmong(ids: Iterable<string>): Promise<Set<string>> {
    const asked = [...new Set(ids)]
    if (asked.length === 0) return new Set()
    const lives = await this.#redis.speaker.mGet(asked.map((id) => this.#lifeOf(id)))
    return new Set(asked.filter((_, index) => lives[index] === null))
  }

  #lifeOf(id: string): string {
    return this.#redis.named('node', id)
  }
}
