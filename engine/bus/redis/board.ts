import type { BusChannel, EntryChanges } from '../bus.ts'
import type { RedisChannels } from './channels.ts'
import type { RedisConnection } from './connection.ts'
import type { Node } from './node.ts'

/** Entries that nobody refreshes any more, because all who could are dead, are swept by Redis. */
const KEPT_MS = 24 * 60 * 60_000

/** What one process tells the others of its entries. */
type Said = {
  node: string
  set: [id: string, value: unknown][]
  gone: string[]
  /** The node that spoke for this process before: `set` is all that it has. */
  insteadOf?: string
}

/** The entries of all processes under one name: a hash in Redis with a field `node:id` for each. */
export class Board {
  readonly #redis: RedisConnection
  readonly #node: Node
  readonly #key: string
  readonly #onChange: (changes: EntryChanges) => void
  /** As they are stored. */
  readonly #own = new Map<string, string>()
  /** Whose the others are. */
  readonly #others = new Map<string, string>()
  #channel: BusChannel | undefined
  #reading = Promise.resolve()
  /** What is said while the hash is read counts after it. */
  #unread: Said[] | undefined

  constructor(redis: RedisConnection, node: Node, name: string, onChange: (changes: EntryChanges) => void) {
    this.#redis = redis
    this.#node = node
    this.#key = redis.named('entries', name)
    this.#onChange = onChange
  }

  /** Hears of the others' entries from when this resolves; those that there are come with `read`. */
  async open(channels: RedisChannels, name: string): Promise<void> {
    this.#channel = await channels.open(`entries:${name}`, {
      onMessage: (said) => isSaid(said) && (this.#unread ? this.#unread.push(said) : this.#take(said)),
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

  /** Takes back all that this process has, and says so before the others would notice. */
  withdraw(): void {
    const ids = [...this.#own.keys()]
    if (ids.length === 0) return
    this.#redis.speaker.hDel(this.#key, ids.map(this.#field)).catch(this.#redis.lose)
    this.#say({ set: [], gone: ids })
  }

  /** Writes all that this process has, under the node that it is now. */
  async write(): Promise<void> {
    if (this.#own.size === 0) return
    const fields = Array.from(this.#own, ([id, json]) => [this.#field(id), json])
    await this.#redis.speaker.hSet(this.#key, Object.fromEntries(fields))
  }

  /** Tells the others which node has all of it now. */
  tellAnew(insteadOf: string): void {
    this.#say({ insteadOf, set: Array.from(this.#own, ([id, json]) => [id, JSON.parse(json)]), gone: [] })
  }

  async refresh(): Promise<void> {
    if (this.#own.size > 0) await this.#redis.speaker.pExpire(this.#key, KEPT_MS)
  }

  /** Whose entries are known here. */
  owners(): Iterable<string> {
    return this.#others.values()
  }

  /** Takes away what dead processes had. */
  async sweep(dead: ReadonlySet<string>): Promise<void> {
    const left = [...this.#others].filter(([, owner]) => dead.has(owner))
    if (left.length === 0) return
    for (const [id] of left) this.#others.delete(id)
    this.#tell(new Map(left.map(([id]) => [id, undefined])))
    const fields = left.map(([id, owner]) => `${owner}:${id}`)
    await this.#redis.speaker.hDel(this.#key, fields)
  }

  /** Compares what is known of the others with the hash, one time after the other. Never rejects. */
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
    // Those of the dead are left to the sweep: their process may just be coming back as well.
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

  #take({ node: owner, insteadOf, set, gone }: Said): void {
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

  #say(said: Omit<Said, 'node'>): void {
    void this.#channel?.send({ node: this.#node.id, ...said } satisfies Said)
  }

  #tell(changes: EntryChanges): void {
    if (changes.size > 0) this.#onChange(changes)
  }
}

/** Only this class writes to its channels, so the shape is all there is to ask. */
const isSaid = (value: unknown): value is Said => typeof value === 'object' && value !== null && 'node' in value
