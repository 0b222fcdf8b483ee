/** What one listener holds of a channel. */
export interface BusChannel {
  /** To everybody else who listens, in this process and in the others. Arrives in order, or not at all. */
  send(message: unknown): void
  close(): void
}

export type BusEvents = {
  onMessage(message: unknown): void
  /** Messages may have been missed. */
  onGap(): void
}

/** Carries messages between the processes of one installation; nothing is kept for who is not there. */
export interface Bus {
  /** Resolves once every later message arrives. Messages are JSON. */
  open(channel: string, events: BusEvents): Promise<BusChannel>
  close(): Promise<void>
}
