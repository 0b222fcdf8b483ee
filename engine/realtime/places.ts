import type { Client } from './fair-meter.ts'

/** How many sockets there may be, each kind without end where it is infinite. */
export type PlaceLimits = { all: number; anonymous: number; perAddress: number; perPerson: number }

type Occupant = { address: string; person?: string; giveWay: () => void }

/** What one socket holds until it leaves. */
export type Place = {
  /** Whose use of what all share is counted. */
  client(): Client
  /** The socket is this person's from now on; false where they have too many. Whoever has signed in before stays that. */
  signIn(person: string): boolean
  /** The socket is the project's own server's, of which there may be as many as there are places. */
  trust(): void
  leave(): void
}

/**
 * Who may be here at once. Until somebody signs in all that is known of them is their address, and everybody begins like
 * that: so those sockets have a part of all places, and where that is full a newcomer takes the place of whoever came
 * first from the address with the most. Somebody who holds many loses one, and somebody with none always gets in, and
 * is no longer in question once they have signed in.
 */
export class Places {
  readonly #limits: PlaceLimits
  readonly #anonymous = new Groups<Occupant>()
  readonly #people = new Groups<Occupant>()
  readonly #trusted = new Set<Occupant>()

  constructor(limits: PlaceLimits) {
    this.#limits = limits
  }

  /** Undefined where there is none; `giveWay` is called where somebody else gets this one. */
  take(address: string, giveWay: () => void): Place | undefined {
    const occupant: Occupant = { address, giveWay }
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

  #signIn(occupant: Occupant, person: string): boolean {
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
    // One more here and one less there must be fairer than before, or the two would take turns for ever.
    if (most.length > 0 && (mine === 0 || most.length > mine + 1)) return this.#remove(most[0], 'gives way')
    // Everything is taken by people: one of those who hold several does without one, for whoever has none yet.
    const busiest = this.#people.largest()
    return !isPartFull && mine === 0 && busiest.length > 1 && this.#remove(busiest[0], 'gives way')
  }

  #remove(occupant: Occupant | undefined, how: 'gives way' | 'leaves' = 'leaves'): boolean {
    if (!occupant) return false
    const wasHere = this.#anonymous.remove(occupant) || this.#people.remove(occupant) || this.#trusted.delete(occupant)
    if (wasHere && how === 'gives way') occupant.giveWay()
    return wasHere
  }
}

/** Members by what they have in common, in the order in which they came. */
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

  /** The one with the most members; of several the one that came first. */
  largest(): T[] {
    let largest: ReadonlySet<T> = new Set()
    for (const group of this.#groups.values()) if (group.size > largest.size) largest = group
    return [...largest]
  }
}
