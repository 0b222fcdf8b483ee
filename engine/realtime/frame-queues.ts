/**
 * Handles the frames of one topic in order, so that a leave never overtakes its join; different topics run
 * concurrently.
 */
export class FrameQueues {
  readonly #latest = new Map<string, Promise<void>>()
  #waiting = 0

  /** The number of unfinished frames. */
  get waiting(): number {
    return this.#waiting
  }

  /** Topics with unfinished frames. */
  topics(): Iterable<string> {
    return this.#latest.keys()
  }

  /** Resolves when this work is done; rejects only if the work does. */
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

  /** Resolves when the work that is queued now is done. */
  settled(topic: string): Promise<void> {
    return this.#latest.get(topic) ?? Promise.resolve()
  }
}
