/**
 * Frames of one topic are handled one after the other, so that a leave never overtakes its join; those of different
 * topics at once.
 */
export class FrameQueues {
  readonly #latest = new Map<string, Promise<void>>()
  #waiting = 0

  /** How many frames are not handled yet. */
  get waiting(): number {
    return this.#waiting
  }

  /** Topics of which something waits. */
  topics(): Iterable<string> {
    return this.#latest.keys()
  }

  /** Resolves when this is done, and never rejects as long as the work does not. */
  async add(topic: string, work: () => Promise<void>): Promise<void> {
    this.#waiting += 1
    const done = this.settled(topic).then(work)
    const next = done.finally(() => {
      this.#waiting -= 1
      if (this.#latest.get(topic) === next) this.#latest.delete(topic)
    })
    this.#latest.set(topic, next)
    await next
  }

  /** Resolves when what waits now is done. */
  settled(topic: string): Promise<void> {
    return this.#latest.get(topic) ?? Promise.resolve()
  }
}
