import type { RedisConnection } from './connection.ts'

/** A process that said nothing for so long is dead. */
const LIFE_MS = 10_000

/**
 * This process among the others: an id, and a key in Redis that lives only while it is refreshed. A process that was
 * away, or that was taken for dead, comes back as another node, so whatever it left behind is swept without looking at it.
 */
export class Node {
  readonly #redis: RedisConnection
  #id: string = crypto.randomUUID()
  #connectedAt = Date.now()

  constructor(redis: RedisConnection) {
    this.#redis = redis
  }

  get id(): string {
    return this.#id
  }

  /** Whether the others have had time to come back as well: after a restart of Redis all do, though not at once. */
  get isSettled(): boolean {
    return Date.now() - this.#connectedAt >= LIFE_MS
  }

  /** Becomes another one, and returns the id that it had. */
  change(): string {
    const before = this.#id
    this.#id = crypto.randomUUID()
    this.#connectedAt = Date.now()
    return before
  }

  async live(): Promise<void> {
    await this.#redis.speaker.set(this.#lifeOf(this.#id), '1', { expiration: { type: 'PX', value: LIFE_MS } })
  }

  /** False where it said nothing for too long, and the others may have taken it for dead. */
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
