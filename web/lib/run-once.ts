/** Runs `work` at the first call and caches its result. A failure is not cached, so that the next call retries. */
export function runOnce<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  return () => {
    running ??= work().catch((error: unknown) => {
      running = undefined
      throw error
    })
    return running
  }
}
