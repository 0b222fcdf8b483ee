import type { Counter, Limit } from './counter.ts'

/** What one listener holds of a channel. */
export interface BusChannel {
  /**
   * To everybody else who listens, in this process and in the others. Arrives in order, or not at all. Resolves once it
   * is out of this process's hands, so that its end would change nothing, or once it is known that others will hear of
   * a gap instead; never rejects.
   */
  send(message: unknown): Promise<void>
  close(): void
}

export type BusEvents = {
  onMessage(message: unknown): void
  /** Messages may have been missed. */
  onGap(): void
}

/** What this process shows the others under a name, until it takes it back or ends. */
export interface SharedEntries {
  set(id: string, value: unknown): void
  remove(id: string): void
  close(): void
}

/** Entries of other processes, by id; undefined for those that are gone. An entry may be told of again. */
export type EntryChanges = ReadonlyMap<string, unknown>

/**
 * Between the processes of one installation. Messages and values are JSON. Where the others are out of reach for a
 * while everything goes on in this process alone.
 */
export interface Bus {
  /** Resolves once every later message arrives. Nothing is kept for who is not there. */
  open(channel: string, events: BusEvents): Promise<BusChannel>
  /** To everybody who listens, wherever. */
  send(channel: string, message: unknown): void
  /** Resolves once the entries of the others have been told. Each id is unlike any other's, in whatever process. */
  share(name: string, onChange: (changes: EntryChanges) => void): Promise<SharedEntries>
  /** Counts what happens, of all processes together; the name says what. */
  counter(name: string, limit: Limit): Counter
  /** Throws where the others are out of reach; left out where there are none. */
  check?(): Promise<void>
  close(): Promise<void>
}
