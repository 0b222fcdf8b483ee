/**
 * Runs a measurement that always ends: what it opens goes on the stack and is closed when it is done, has failed, has
 * exceeded the limit or was interrupted. The process then ends, with 0 only for `true`.
 */
export async function withTimeLimit(
  limitMs: number,
  measure: (opened: AsyncDisposableStack) => Promise<boolean>,
): Promise<void> {
  const opened = new AsyncDisposableStack()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  setTimeout(() => reject(new Error(`Not done within ${limitMs / 1000} s.`)), limitMs)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => reject(new Error('Stopped by hand.')))
  const isGood = await Promise.race([measure(opened), stopped]).catch((error: unknown) => {
    console.error(error)
    return false
  })
  await opened.disposeAsync()
  process.exit(isGood ? 0 : 1)
}
