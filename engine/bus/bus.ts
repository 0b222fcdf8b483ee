import type { Counter, Limit } from './rate-counter.ts'

/** One listener's access to a channel. */
export interface BusChannel {
  /**
   * Sends to all other listeners, in this process and in others. Messages arrive in order or not at all. Resolves once
   * the message has left this process, so that its end would change nothing, or once it is known that the others will
   * be told of a gap; never rejects.
   */
  send(message: unknown): Promise<void>
  close(): void
}

export type BusEvents = {
  onMessage(message: unknown): void
  /** Called when messages may have been missed. */
  onGap(): void
}

/** Entries that this process shows the others under a name, until it removes them or ends. */
export interface SharedEntries {
  set(id: string, value: unknown): void
  remove(id: string): void
  close(): void
}

/** Changed entries of other processes, by id; undefined for removed ones. The same entry may be reported again. */
export type EntryChanges = ReadonlyMap<string, unknown>

/**
 * Messages, shared entries and counters between the processes of one installation. Messages and values are JSON. While
 * the other processes cannot be reached, everything continues within this process.
 */
export interface Bus {
  /** Resolves once every later message is received. Messages from before are not kept. */
  open(channel: string, events: BusEvents): Promise<BusChannel>
  /** Sends to all listeners in every process. */
  send(channel: string, message: unknown): void
  /** Resolves once the entries of the others have been reported. Ids must be unique over all processes. */
  share(name: string, onChange: (changes: EntryChanges) => void): Promise<SharedEntries>
  /** A counter over all processes together, identified by its name. */
  counter(name: string, limit: Limit): Counter
  /** Throws where the other processes cannot be reached; left out where there are none. */
  check?(): Promise<void>
  close(): Promise<void>
}
