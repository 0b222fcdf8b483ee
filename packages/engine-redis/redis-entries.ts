import type { EntryChanges, SharedEntries } from 'engine/feature'
import { NodeHeartbeat } from './node-heartbeat.ts'
import type { RedisChannels } from './redis-channels.ts'
import { endsInTime, type RedisConnection } from './redis-connection.ts'
import { SharedEntriesHash } from './shared-entries-hash.ts'

const HEARTBEAT_MS = 2_000
const REFRESH_MS = 60 * 60_000

/**
 * Presence entries of all processes (engine/docs/wire/realtime.md#several-processes), each shown as long as its process
 * lives.
 */
export class RedisEntries {
  readonly #redis: RedisConnection
  readonly #channels: RedisChannels
  readonly #node: NodeHeartbeat
  readonly #boards = new Set<SharedEntriesHash>()
  readonly #beating: NodeJS.Timeout
  #refreshedAt = Date.now()

  constructor(redis: RedisConnection, channels: RedisChannels) {
    this.#redis = redis
    this.#channels = channels
    this.#node = new NodeHeartbeat(redis)
    this.#beating = setInterval(() => void this.#beat().catch(redis.lose), HEARTBEAT_MS)
  }

  async share(name: string, onChange: (changes: EntryChanges) => void): Promise<SharedEntries> {
    const board = new SharedEntriesHash(this.#redis, this.#node, name, onChange)
    await board.open(this.#channels, name)
    this.#boards.add(board)
    await endsInTime(board.read())
    return {
      set: (id, value) => board.set(id, value),
      remove: (id) => board.remove(id),
      close: () => {
        this.#boards.delete(board)
        board.close()
      },
    }
  }

  /** Writes all presence entries of this process: at the start, and again after each reconnect. */
  async renew(): Promise<void> {
    const before = this.#node.change()
    const written = [...this.#boards].map((board) => board.write())
    await Promise.all([...written, this.#node.end(before), this.#node.live()])
    for (const board of this.#boards) board.tellAnew(before)
  }

  /** Announces that all entries of this process are gone, before other processes would notice. */
  close(): void {
    clearInterval(this.#beating)
    for (const board of this.#boards) board.withdraw()
    this.#node.end().catch(this.#redis.lose)
  }

  async #beat(): Promise<void> {
    if (!this.#redis.speaker.isReady) return
    if (!(await this.#node.liveOn())) await this.renew()
    if (Date.now() - this.#refreshedAt > REFRESH_MS) {
      this.#refreshedAt = Date.now()
      await Promise.all([...this.#boards].map((board) => board.refresh()))
    }
    await this.#sweep()
    this.#redis.answered()
  }

  /** Removes the entries of dead processes. Every process does so for its own listeners. */
  async #sweep(): Promise<void> {
    if (!this.#node.isSettled) return
    const dead = await this.#node.deadAmong([...this.#boards].flatMap((board) => [...board.owners()]))
    for (const board of this.#boards) await board.sweep(dead)
  }
}
