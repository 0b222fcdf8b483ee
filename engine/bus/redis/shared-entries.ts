import type { EntryChanges, SharedEntries } from '../bus.ts'
import type { RedisChannels } from './channels.ts'
import { inTime, type RedisConnection } from './connection.ts'

const BEAT_MS = 2_000
/** A process that said nothing for so long is dead. */
const LIFE_MS = 10_000
/** Entries that nobody refreshes any more, because all who could are dead, are swept by Redis. */
const REFRESH_MS = 60 * 60_000
const KEPT_MS = 24 * REFRESH_MS

/** What one process tells the others of its entries. */
type Said = {
  node: string
  set: [id: string, value: unknown][]
  gone: string[]
  /** The node that spoke for this process before: `set` is all that it has. */
  insteadOf?: string
}

type Board = {
  /** In Redis: a hash with a field `node:id` for each entry of each process. */
  key: string
  /** As they are stored. */
  own: Map<string, string>
  /** Whose the others are. */
  others: Map<string, string>
  say(said: Omit<Said, 'node'>): void
  tell(changes: EntryChanges): void
}

/**
 * Entries of all processes (realtime.md §16): a hash for each name, and for each process a key that lives only while
 * it is refreshed. A process that was away, or that was taken for dead, comes back as another node, so whatever it left
 * behind is swept without looking at it.
 */
export function redisEntries({ speaker, named, lose, answered }: RedisConnection, channels: RedisChannels) {
  const boards = new Set<Board>()
  let node: string = crypto.randomUUID()
  let connectedAt = Date.now()
  let refreshedAt = Date.now()
  const lifeOf = (id: string) => named('node', id)
  const field = (id: string) => `${node}:${id}`
  const beating = setInterval(() => void beat().catch(lose), BEAT_MS)

  return {
    /** Writes all that this process has: at the start, and again whenever the connection is back. */
    renew,

    async share(name: string, onChange: (changes: EntryChanges) => void): Promise<SharedEntries> {
      const board: Board = {
        key: named('entries', name),
        own: new Map(),
        others: new Map(),
        say: (said) => channel.send({ node, ...said } satisfies Said),
        tell: (changes) => changes.size > 0 && onChange(changes),
      }
      let reading = Promise.resolve()
      /** What is said while the hash is read counts after it. */
      let unread: Said[] | undefined
      const readAgain = () => {
        unread ??= []
        reading = reading
          .then(() => read(board))
          .catch(lose)
          .then(() => {
            for (const said of unread ?? []) take(board, said)
            unread = undefined
          })
        return reading
      }
      const channel = await channels.open(`entries:${name}`, {
        onMessage: (said) => isSaid(said) && (unread ? unread.push(said) : take(board, said)),
        onGap: () => void readAgain(),
      })
      boards.add(board)
      await inTime(readAgain())
      return {
        set(id, value) {
          const json = JSON.stringify(value)
          board.own.set(id, json)
          speaker.hSet(board.key, field(id), json).catch(lose)
          speaker.pExpire(board.key, KEPT_MS).catch(lose)
          board.say({ set: [[id, value]], gone: [] })
        },
        remove(id) {
          if (!board.own.delete(id)) return
          speaker.hDel(board.key, field(id)).catch(lose)
          board.say({ set: [], gone: [id] })
        },
        close() {
          boards.delete(board)
          channel.close()
        },
      }
    },

    /** The others hear that all is gone before they would notice. */
    close() {
      clearInterval(beating)
      for (const { key, own, say } of boards) {
        if (own.size === 0) continue
        speaker.hDel(key, [...own.keys()].map(field)).catch(lose)
        say({ set: [], gone: [...own.keys()] })
      }
      speaker.del(lifeOf(node)).catch(lose)
    },
  }

  async function renew(): Promise<void> {
    const insteadOf = node
    node = crypto.randomUUID()
    connectedAt = Date.now()
    const written = [...boards].map(async ({ key, own }) => {
      if (own.size > 0) await speaker.hSet(key, Object.fromEntries([...own].map(([id, json]) => [field(id), json])))
    })
    const lives = speaker.set(lifeOf(node), '1', { expiration: { type: 'PX', value: LIFE_MS } })
    await Promise.all([...written, speaker.del(lifeOf(insteadOf)), lives])
    for (const { own, say } of boards) {
      say({ insteadOf, set: [...own].map(([id, json]) => [id, JSON.parse(json)]), gone: [] })
    }
  }

  async function beat(): Promise<void> {
    if (!speaker.isReady) return
    const lives = await speaker.set(lifeOf(node), '1', {
      condition: 'XX',
      expiration: { type: 'PX', value: LIFE_MS },
    })
    // This process said nothing for too long, and the others may have taken it for dead.
    if (lives === null) await renew()
    if (Date.now() - refreshedAt > REFRESH_MS) {
      refreshedAt = Date.now()
      await Promise.all([...boards].filter(({ own }) => own.size > 0).map(({ key }) => speaker.pExpire(key, KEPT_MS)))
    }
    await sweep()
    answered()
  }

  /** Takes away what dead processes had. Every process does, each for its own people. */
  async function sweep(): Promise<void> {
    // After a restart of Redis all processes come back, though not at once.
    if (Date.now() - connectedAt < LIFE_MS) return
    const dead = await deadAmong([...boards].flatMap(({ others }) => [...others.values()]))
    for (const { key, others, tell } of boards) {
      const left = [...others].filter(([, owner]) => dead.has(owner))
      if (left.length === 0) continue
      for (const [id] of left) others.delete(id)
      tell(new Map(left.map(([id]) => [id, undefined])))
      const fields = left.map(([id, owner]) => `${owner}:${id}`)
      await speaker.hDel(key, fields)
    }
  }

  /** Compares what is known of the others with the hash. */
  async function read({ key, others, tell }: Board): Promise<void> {
    const stored = await speaker.hGetAll(key)
    const entries = Object.entries(stored).map(([name, json]) => {
      const owner = name.slice(0, node.length)
      return { name, owner, id: name.slice(owner.length + 1), json }
    })
    const dead = await deadAmong([...entries.map(({ owner }) => owner), ...others.values()])
    const changes = new Map<string, unknown>()
    // Those of the dead are left to the sweep: their process may just be coming back as well.
    for (const [id, owner] of others) {
      if (dead.has(owner) || stored[`${owner}:${id}`] !== undefined) continue
      others.delete(id)
      changes.set(id, undefined)
    }
    for (const { owner, id, json } of entries) {
      if (owner === node || dead.has(owner)) continue
      others.set(id, owner)
      changes.set(id, JSON.parse(json))
    }
    tell(changes)
    const left = entries.filter(({ owner }) => dead.has(owner)).map(({ name }) => name)
    if (left.length > 0) await speaker.hDel(key, left)
  }

  function take({ others, tell }: Board, { node: owner, insteadOf, set, gone }: Said): void {
    const changes = new Map<string, unknown>()
    if (insteadOf !== undefined) {
      for (const [id, before] of others) if (before === insteadOf) changes.set(id, undefined)
    }
    for (const id of gone) changes.set(id, undefined)
    for (const id of changes.keys()) others.delete(id)
    for (const [id, value] of set) {
      others.set(id, owner)
      changes.set(id, value)
    }
    tell(changes)
  }

  async function deadAmong(nodes: string[]): Promise<Set<string>> {
    const asked = [...new Set(nodes)]
    if (asked.length === 0) return new Set()
    const lives = await speaker.mGet(asked.map(lifeOf))
    return new Set(asked.filter((_, index) => lives[index] === null))
  }
}

/** Only this module writes to its channels, so the shape is all there is to ask. */
const isSaid = (value: unknown): value is Said => typeof value === 'object' && value !== null && 'node' in value
