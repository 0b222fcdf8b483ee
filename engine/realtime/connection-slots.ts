import type { Client } from './fair-rate-limit.ts'

/** The most connections of each kind; Infinity for no limit. */
export type ConnectionLimits = { all: number; anonymous: number; perAddress: number; perPerson: number }

type SlotHolder = { address: string; person?: string; giveUpSlot: () => void }

/** The slot of one connection, until it leaves. */
export type ConnectionSlot = {
  /** The client that shared limits are counted for. */
  client(): Client
  /** Assigns the connection to a signed-in user, once; false where they have too many already. */
  signIn(person: string): boolean
  /** Marks the connection as the project's own server, whose connections are only limited by the total. */
  trust(): void
  leave(): void
}

/**
 * Limits concurrent connections fairly. Every connection starts as anonymous, known only by its address; anonymous
 * connections have a share of all slots. When it is full, a newcomer replaces the oldest connection of the address with
 * the most. A client with many connections loses one before a client without any is refused, and a signed-in connection
 * no longer counts by its address.
 */
export class ConnectionSlots {
  readonly #limits: ConnectionLimits
  readonly #anonymous = new Groups<SlotHolder>()
  readonly #people = new Groups<SlotHolder>()
  readonly #trusted = new Set<SlotHolder>()

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  /** Takes a slot; undefined where none is free. `giveUpSlot` is called when a newcomer replaces this connection. */
  take(address: string, giveUpSlot: () => void): ConnectionSlot | undefined {
    const occupant: SlotHolder = { address, giveUpSlot }
    if (this.#anonymous.sizeOf(address) >= this.#limits.perAddress) return undefined
    if (!this.#makeRoom(address)) return undefined
    this.#anonymous.add(address, occupant)
    return {
      client: () => ({ key: occupant.person ?? address, isKnown: !this.#anonymous.has(occupant) }),
      signIn: (person) => this.#signIn(occupant, person),
      trust: () => {
        if (this.#anonymous.remove(occupant)) this.#trusted.add(occupant)
      },
      leave: () => this.#remove(occupant),
    }
  }

  #signIn(occupant: SlotHolder, person: string): boolean {
    if (!this.#anonymous.has(occupant)) return true
    if (this.#people.sizeOf(person) >= this.#limits.perPerson) return false
    this.#anonymous.remove(occupant)
    this.#people.add(person, occupant)
    occupant.person = person
    return true
  }

  #makeRoom(address: string): boolean {
    const { all, anonymous } = this.#limits
    const isPartFull = this.#anonymous.size >= anonymous
    if (!isPartFull && this.#anonymous.size + this.#people.size + this.#trusted.size < all) return true
    const mine = this.#anonymous.sizeOf(address)
    const most = this.#anonymous.largest()
    // Replacing must leave the newcomer with fewer than the other had, or the two would replace each other for ever.
    if (most.length > 0 && (mine === 0 || most.length > mine + 1)) return this.#remove(most[0], 'gives way')
    // All slots belong to users: the user with several connections loses one to a newcomer without any.
    const busiest = this.#people.largest()
    return !isPartFull && mine === 0 && busiest.length > 1 && this.#remove(busiest[0], 'gives way')
  }

  #remove(occupant: SlotHolder | undefined, how: 'gives way' | 'leaves' = 'leaves'): boolean {
    if (!occupant) return false
    const wasHere = this.#anonymous.remove(occupant) || this.#people.remove(occupant) || this.#trusted.delete(occupant)
    if (wasHere && how === 'gives way') occupant.giveUpSlot()
    return wasHere
  }
}

/** Members grouped by a key, in the order in which they came. */
class Groups<T> {
  readonly #groups = new Map<string, Set<T>>()
  readonly #keys = new Map<T, string>()

  get size() {
    return this.#keys.size
  }

  has = (member: T) => this.#keys.has(member)

  sizeOf = (key: string) => this.#groups.get(key)?.size ?? 0

  add(key: string, member: T) {
    this.#keys.set(member, key)
    const group = this.#groups.get(key)
    if (group) group.add(member)
    else this.#groups.set(key, new Set([member]))
  }

  remove(member: T): boolean {
    const key = this.#keys.get(member)
    if (key === undefined) return false
    this.#keys.delete(member)
    const group = this.#groups.get(key)
    group?.delete(member)
    if (group?.size === 0) this.#groups.delete(key)
    return true
  }

  /** The group with the most members; the oldest of equal ones. */
  largest(): T[] {
    let largest: ReadonlySet<T> = new Set()
    for (const group of this.#groups.values()) if (group.size > largest.size) largest = group
    return [...largest]
  }
}
