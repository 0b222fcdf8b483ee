import type { Bus, BusChannel, EntryChanges, SharedEntries } from '../bus/bus.ts'
import { isBytes, isObject, type Payload } from './frames.ts'
import { byKey, change, newPresence, type Presences } from './presence.ts'

/** One joined channel of one socket. */
export interface Member {
  /** Whether the member receives each of these. */
  readonly receives: Readonly<Record<'broadcast' | 'presence', boolean>>
  send(event: string, payload: Payload): void
}

/** A room in this process: its local members, and the presences on all servers. */
export class Room {
  /** Members with the id of their presence. */
  readonly #members = new Map<Member, string>()
  readonly #presences: Presences = new Map()
  /** The connection to the same room in other processes. */
  readonly #elsewhere: Promise<{ channel: BusChannel; entries: SharedEntries }>

  constructor(bus: Bus, name: string) {
    this.#elsewhere = this.#open(bus, busChannelName(name))
  }

  get isEmpty(): boolean {
    return this.#members.size === 0
  }

  /** Adds a member; resolves once it receives messages and knows the presences on other servers. */
  async enter(member: Member): Promise<void> {
    this.#members.set(member, crypto.randomUUID())
    await this.#elsewhere
  }

  leave(member: Member): void {
    this.untrack(member)
    this.#members.delete(member)
  }

  close(): void {
    void this.#elsewhere.then(({ channel, entries }) => {
      channel.close()
      entries.close()
    })
  }

  broadcast(event: string, payload: unknown, notTo?: Member): void {
    this.sendLocally({ type: 'broadcast', event, payload }, notTo)
    void this.#elsewhere.then(({ channel }) => channel.send(toBroadcastMessage(event, payload)))
  }

  /** Sends to the members in this process; other processes tell theirs. */
  sendLocally(words: Payload, notTo?: Member): void {
    for (const member of this.#members.keys()) {
      if (member !== notTo && member.receives.broadcast) member.send('broadcast', words)
    }
  }

  track(member: Member, key: string, state: Payload): void {
    const id = this.#members.get(member)
    const now = id === undefined ? undefined : newPresence(this.#presences.get(id), key, state)
    if (id === undefined || !now) return
    this.#change(new Map([[id, now]]))
    void this.#elsewhere.then(({ entries }) => entries.set(id, now))
  }

  untrack(member: Member): void {
    const id = this.#members.get(member)
    if (id === undefined || !this.#presences.has(id)) return
    this.#change(new Map([[id, undefined]]))
    void this.#elsewhere.then(({ entries }) => entries.remove(id))
  }

  presenceState(): Payload {
    return byKey(this.#presences.values())
  }

  async #open(bus: Bus, name: string) {
    const [channel, entries] = await Promise.all([
      bus.open(name, {
        onMessage: (words) => isBroadcastMessage(words) && this.sendLocally(toPayload(words)),
        // A missed broadcast is lost, as upstream.
        onGap: () => undefined,
      }),
      bus.share(name, (changes) => this.#change(changes)),
    ])
    return { channel, entries }
  }

  #change(changes: EntryChanges): void {
    const diff = change(this.#presences, changes)
    if (!diff) return
    for (const member of this.#members.keys()) if (member.receives.presence) member.send('presence_diff', diff)
  }
}

/** Sends a broadcast to a room that has no member in this process. */
export function broadcastElsewhere(bus: Bus, name: string, event: string, payload: unknown): void {
  bus.send(busChannelName(name), toBroadcastMessage(event, payload))
}

const busChannelName = (name: string) => `realtime:${name}`

/** A broadcast on its way to another process. */
type BroadcastMessage = { event: string; payload?: unknown; bytes?: string }

const toBroadcastMessage = (event: string, payload: unknown): BroadcastMessage =>
  isBytes(payload) ? { event, bytes: payload.bytes.toString('base64') } : { event, payload }

function toPayload({ event, payload, bytes }: BroadcastMessage): Payload {
  const received = bytes === undefined ? payload : { encoding: 'bytes', bytes: Buffer.from(bytes, 'base64') }
  return { type: 'broadcast', event, payload: received }
}

/** Only this service writes to its channels, so checking the shape is enough. */
const isBroadcastMessage = (value: unknown): value is BroadcastMessage => isObject(value) && 'event' in value
