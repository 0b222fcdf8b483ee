import type { BusChannel, EntryChanges } from 'engine/feature'
import type { NodeHeartbeat } from './node-heartbeat.ts'
import type { RedisChannels } from './redis-channels.ts'
import type { RedisConnection } from './redis-connection.ts'

/** The expiry of the hash of presence entries, if all processes that could refresh it have died. */
const EXPIRY_MS = 24 * 60 * 60_000

/** A change of one process's presence entries, as sent to the others. */
type EntriesMessage = {
  node: string
  set: [id: string, value: unknown][]
  gone: string[]
  /** The id that this process had before; `set` then contains all of its entries. */
  insteadOf?: string
}

/** The presence entries of all processes under one name: a hash in Redis with a field `node:id` for each. */
export class SharedEntriesHash {
  readonly #redis: RedisConnection
  readonly #node: NodeHeartbeat
  readonly #key: string
  readonly #onChange: (changes: EntryChanges) => void
  /** Entries of this process, as stored in Redis. */
  readonly #own = new Map<string, string>()
  /** The owning node of each entry of another process. */
  readonly #others = new Map<string, string>()
  #channel: BusChannel | undefined
  #reading = Promise.resolve()
  /** Changes that arrive while the hash is read, to be applied afterwards. */
  #unread: EntriesMessage[] | undefined

  constructor(redis: RedisConnection, node: NodeHeartbeat, name: string, onChange: (changes: EntryChanges) => void) {
    this.#redis = redis
    this.#node = node
    this.#key = redis.named('entries', name)
    this.#onChange = onChange
  }

  /** Subscribes to changes by other processes; `read` gets the existing entries. */
  async open(channels: RedisChannels, name: string): Promise<void> {
    this.#channel = await channels.open(`entries:${name}`, {
      onMessage: (said) => isEntriesMessage(said) && (this.#unread ? this.#unread.push(said) : this.#take(said)),
      onGap: () => void this.read(),
    })
  }

  set(id: string, value: unknown): void {
    const { speaker, lose } = this.#redis
    const json = JSON.stringify(value)
    this.#own.set(id, json)
    speaker.hSet(this.#key, this.#field(id), json).catch(lose)
    this.refresh().catch(lose)
    this.#say({ set: [[id, value]], gone: [] })
  }

  remove(id: string): void {
    if (!this.#own.delete(id)) return
    this.#redis.speaker.hDel(this.#key, this.#field(id)).catch(this.#redis.lose)
    this.#say({ set: [], gone: [id] })
  }

  close(): void {
    this.#channel?.close()
  }

  /** Removes all entries of this process, and announces that before other processes would notice. */
  withdraw(): void {
    const ids = [...this.#own.keys()]
    if (ids.length === 0) return
    this.#redis.speaker.hDel(this.#key, ids.map(this.#field)).catch(this.#redis.lose)
    this.#say({ set: [], gone: ids })
  }

  /** Writes all entries of this process under its current node id. */
  async write(): Promise<void> {
    if (this.#own.size === 0) return
    const fields = Array.from(this.#own, ([id, json]) => [this.#field(id), json])
    await this.#redis.speaker.hSet(this.#key, Object.fromEntries(fields))
  }

  /** Announces the node id that owns all of these entries now. */
  tellAnew(insteadOf: string): void {
    this.#say({ insteadOf, set: Array.from(this.#own, ([id, json]) => [id, JSON.parse(json)]), gone: [] })
  }

  async refresh(): Promise<void> {
    if (this.#own.size > 0) await this.#redis.speaker.pExpire(this.#key, EXPIRY_MS)
  }

  /** The nodes that own the known entries. */
  owners(): Iterable<string> {
    return this.#others.values()
  }

  /** Removes the presence entries of dead processes. */
  async sweep(dead: ReadonlySet<string>): Promise<void> {
    const left = [...this.#others].filter(([, owner]) => dead.has(owner))
    if (left.length === 0) return
    for (const [id] of left) this.#others.delete(id)
    this.#tell(new Map(left.map(([id]) => [id, undefined])))
    const fields = left.map(([id, owner]) => `${owner}:${id}`)
    await this.#redis.speaker.hDel(this.#key, fields)
  }

  /** Compares the known entries of others with the hash, one comparison at a time. Never rejects. */
  read(): Promise<void> {
    this.#unread ??= []
    this.#reading = this.#reading
      .then(() => this.#compare())
      .catch(this.#redis.lose)
      .then(() => {
        for (const said of this.#unread ?? []) this.#take(said)
        this.#unread = undefined
      })
    return this.#reading
  }

  async #compare(): Promise<void> {
    const stored = await this.#redis.speaker.hGetAll(this.#key)
    const entries = Object.entries(stored).map(([name, json]) => {
      const owner = name.slice(0, this.#node.id.length)
      return { name, owner, id: name.slice(owner.length + 1), json }
    })
    const dead = await this.#node.deadAmong([...entries.map(({ owner }) => owner), ...this.#others.values()])
    const changes = new Map<string, unknown>()
    // Entries of dead nodes are left to the sweep, since their process may be about to reconnect.
    for (const [id, owner] of this.#others) {
      if (dead.has(owner) || stored[`${owner}:${id}`] !== undefined) continue
      this.#others.delete(id)
      changes.set(id, undefined)
    }
    for (const { owner, id, json } of entries) {
      if (owner === this.#node.id || dead.has(owner)) continue
      this.#others.set(id, owner)
      changes.set(id, JSON.parse(json))
    }
    this.#tell(changes)
    const left = entries.filter(({ owner }) => dead.has(owner)).map(({ name }) => name)
    if (left.length > 0) await this.#redis.speaker.hDel(this.#key, left)
  }

  #take({ node: owner, insteadOf, set, gone }: EntriesMessage): void {
    const changes = new Map<string, unknown>()
    if (insteadOf !== undefined) {
      for (const [id, before] of this.#others) if (before === insteadOf) changes.set(id, undefined)
    }
    for (const id of gone) changes.set(id, undefined)
    for (const id of changes.keys()) this.#others.delete(id)
    for (const [id, value] of set) {
      this.#others.set(id, owner)
      changes.set(id, value)
    }
    this.#tell(changes)
  }

  #field = (id: string) => `${this.#node.id}:${id}`

  #say(said: Omit<EntriesMessage, 'node'>): void {
    void this.#channel?.send({ node: this.#node.id, ...said } satisfies EntriesMessage)
  }

  #tell(changes: EntryChanges): void {
    if (changes.size > 0) this.#onChange(changes)
  }
}

/** Only this class writes to its channels, so checking the shape is enough. */
const isEntriesMessage = (value: unknown): value is EntriesMessage =>
  typeof value === 'object' && value !== null && 'node' in value
