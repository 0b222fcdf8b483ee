import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { findMallocTrim } from './malloc-trim.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

it('gives freed memory back to the system, where the C library would keep it', async () => {
  const giveBack = await findMallocTrim()
  // Only glibc has malloc_trim, and only glibc names its version in the report.
  expect(giveBack !== undefined).toBe('glibcVersionRuntime' in Object(process.report.getReport()).header)
  const kept = scattered()
  const before = process.memoryUsage.rss()
  const givenBackMb = () => {
    collectGarbage()
    giveBack?.()
    return (before - process.memoryUsage.rss()) / 2 ** 20
  }
  if (giveBack) await expect.poll(givenBackMb, { timeout: 20_000 }).toBeGreaterThan(50)
  expect(kept).toHaveLength(100)
})

/** Fills some 150 MB with small pieces, and releases all but every hundredth. */
function scattered() {
  const pieces = Array.from({ length: 10_000 }, () => new Uint8Array(16_000).fill(1))
  return pieces.filter((_, i) => i % 100 === 0)
}
