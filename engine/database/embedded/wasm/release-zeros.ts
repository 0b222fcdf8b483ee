import { findCFunction } from '../../../kernel/c-library.ts'
import type { Memory } from './web-assembly.ts'

/** The size of a WebAssembly page, and a multiple of the system's pages on every processor. */
const CHUNK_BYTES = 65_536
/** The number of Linux's MADV_DONTNEED. */
const DONT_NEED = 4

/**
 * Returns the zeros in PostgreSQL's memory to the system, which gives a page of zeros again when one is read or
 * written. PostgreSQL writes zeros over all of its shared buffers when it starts, which takes 32 MB before a table is
 * read. Must be called on the thread that runs PostgreSQL, which would otherwise write between the look and the return.
 */
export async function releaseZeros({ buffer }: Memory): Promise<void> {
  // On other systems the call keeps the memory.
  if (process.platform !== 'linux') return
  const advise = await findCFunction('int madvise(void *, size_t, int)')
  if (!advise) return
  for (const [from, to] of zeroRanges(buffer)) advise(new Uint8Array(buffer, from, to - from), to - from, DONT_NEED)
}

function* zeroRanges(buffer: SharedArrayBuffer): Generator<readonly [from: number, to: number]> {
  const zeros = Buffer.alloc(CHUNK_BYTES)
  let from = 0
  for (let at = 0; at < buffer.byteLength; at += CHUNK_BYTES) {
    if (Buffer.from(buffer, at, CHUNK_BYTES).equals(zeros)) continue
    if (from < at) yield [from, at]
    from = at + CHUNK_BYTES
  }
  if (from < buffer.byteLength) yield [from, buffer.byteLength]
}
