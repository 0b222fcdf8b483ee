import { expect, it } from 'vitest'
import { findCFunction } from '../../../kernel/c-library.ts'
import { releaseZeros } from './release-zeros.ts'
import { makeSharedMemory } from './share-memory.ts'

const MB = 2 ** 20

it('returns the zeros that PostgreSQL wrote over its buffers to the system, and nothing else', async () => {
  const { buffer } = makeSharedMemory()
  const bytes = new Uint8Array(buffer)
  bytes.fill(0, 0, 64 * MB)
  const written = [0, 5_000, 10 * MB - 1, 32 * MB + 70_000, buffer.byteLength - 1]
  for (const at of written) bytes[at] = 7
  await releaseZeros({ buffer })
  if (process.platform === 'linux') expect(await residentBytes(buffer)).toBeLessThan(MB)
  const expected = Buffer.alloc(buffer.byteLength)
  for (const at of written) expected[at] = 7
  expect(expected.equals(Buffer.from(buffer))).toBe(true)
})

/** How much of this memory the system holds. The process's own figure also has what other threads take meanwhile. */
async function residentBytes(buffer: SharedArrayBuffer): Promise<number> {
  const pageBytes = 4_096
  const residencyOf = await findCFunction('int mincore(void *, size_t, _Out_ uint8_t *)')
  const pages = new Uint8Array(buffer.byteLength / pageBytes)
  expect(residencyOf?.(new Uint8Array(buffer), buffer.byteLength, pages)).toBe(0)
  return pages.filter((page) => page & 1).length * pageBytes
}
