import { expect, it } from 'vitest'
import { releaseZeros } from './release-zeros.ts'
import { makeSharedMemory } from './share-memory.ts'

const MB = 2 ** 20

it('returns the zeros that PostgreSQL wrote over its buffers to the system, and nothing else', async () => {
  const { buffer } = makeSharedMemory()
  const bytes = new Uint8Array(buffer)
  bytes.fill(0, 0, 64 * MB)
  const written = [0, 5_000, 10 * MB - 1, 32 * MB + 70_000, buffer.byteLength - 1]
  for (const at of written) bytes[at] = 7
  const before = process.memoryUsage.rss()
  await releaseZeros({ buffer })
  if (process.platform === 'linux') expect(before - process.memoryUsage.rss()).toBeGreaterThan(40 * MB)
  const expected = Buffer.alloc(buffer.byteLength)
  for (const at of written) expected[at] = 7
  expect(expected.equals(Buffer.from(buffer))).toBe(true)
})
