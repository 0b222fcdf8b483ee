const PORTION_MS = 100

/** A stream of bytes, read in portions. An early end is no failure here, since the earlier bytes are kept. */
export type Portions = {
  /** The next bytes, at most this many. */
  next(most: number): AsyncIterable<Uint8Array>
  /** Whether the stream has ended. */
  isAtEnd(): Promise<boolean>
  /**
   * Ends the stream soon, even if no data arrives. Data on its way has a moment to arrive; later data is discarded,
   * because a connection with an unread body carries no other request.
   */
  stop(): void
}

export function inPortions(source: AsyncIterable<Uint8Array>): Portions {
  const chunks = source[Symbol.asyncIterator]()
  const stopped = Promise.withResolvers<IteratorResult<Uint8Array, undefined>>()
  let waiting: Uint8Array | undefined
  let isDone = false

  async function peek(): Promise<Uint8Array | undefined> {
    while (!isDone && (waiting === undefined || waiting.length === 0)) {
      try {
        const { done, value } = await Promise.race([chunks.next(), stopped.promise])
        if (done) isDone = true
        else waiting = value
      } catch {
        isDone = true
      }
    }
    return isDone ? undefined : waiting
  }

  async function readOn() {
    while (!(await chunks.next()).done);
  }

  return {
    async *next(most) {
      for (let left = most; left > 0; ) {
        const chunk = await peek()
        if (chunk === undefined) return
        const taken = chunk.subarray(0, left)
        waiting = chunk.subarray(taken.length)
        left -= taken.length
        yield taken
      }
    },
    isAtEnd: async () => (await peek()) === undefined,
    stop: () =>
      void setTimeout(() => {
        stopped.resolve({ done: true, value: undefined })
        readOn().catch(() => undefined)
      }, PORTION_MS),
  }
}
