import { type Person, signInAgencies } from './agencies.ts'
import { Audience } from './audience.ts'
import type { Installation } from './installation.ts'
import type { Admitted } from './sockets.ts'

/** Of one agency, for the chat. */
const IN_A_ROOM = 100
/** Each has twenty tabs open: signing ten thousand in would take longer than all the rest. */
const PEOPLE_IN_A_ROOM = 5
const AT_ONCE = 50
const MESSAGES = 40

/** How to enter a room, and what to say so that everybody in the first hears the text. */
export type Kind = {
  open(server: string, anonKey: string, person: Person, room: number): Promise<Admitted>
  words: (text: string) => unknown
}
/** Sockets by the hundred, one room after the other. */
export class IdleCrowd {
  readonly #installation: Installation
  readonly #kind: Kind
  #rooms: Person[][] = []
  #sockets: Admitted[] = []

  constructor(installation: Installation, kind: Kind) {
    this.#installation = installation
    this.#kind = kind
  }

  get size(): number {
    return this.#sockets.length
  }

  get stillOpen(): number {
    return this.#sockets.filter(({ socket }) => socket.readyState === WebSocket.OPEN).length
  }

  async signIn(most: number): Promise<void> {
    this.#rooms = await signInAgencies(this.#installation, Math.ceil(most / IN_A_ROOM), PEOPLE_IN_A_ROOM)
  }

  /** Fifty at a time. */
  async growTo(count: number): Promise<void> {
    while (this.size < count) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, count - this.size) }, (_, index) => this.size + index)
      this.#sockets.push(...(await Promise.all(numbers.map((number) => this.#open(number)))))
    }
  }

  /** In the first room. */
  talk() {
    const first = this.#sockets.slice(0, IN_A_ROOM)
    return new Audience(first, this.#kind.words).byTurns(MESSAGES)
  }

  leave(): void {
    for (const { socket } of this.#sockets) socket.close()
    this.#sockets = []
  }

  #open(number: number): Promise<Admitted> {
    const { servers, anonKey } = this.#installation
    const room = Math.floor(number / IN_A_ROOM)
    const person = this.#rooms[room]?.[number % PEOPLE_IN_A_ROOM]
    if (!person) throw new Error('Nobody was hired.')
    return this.#kind.open(servers[0].url, anonKey, person, room)
  }
}
