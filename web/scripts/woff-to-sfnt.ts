import { inflateSync } from 'node:zlib'

const HEADER_BYTES = { woff: 44, sfnt: 12 }
const ENTRY_BYTES = { woff: 20, sfnt: 16 }

/** Returns the font inside a WOFF file with its tables uncompressed: the SVG renderer reads no WOFF. */
export function woffToSfnt(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF font')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) =>
    readTable(woff, HEADER_BYTES.woff + index * ENTRY_BYTES.woff),
  )

  const header = Buffer.alloc(HEADER_BYTES.sfnt)
  woff.copy(header, 0, 4, 8)
  const powerOfTwo = 2 ** Math.floor(Math.log2(count))
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(powerOfTwo * 16, 6)
  header.writeUInt16BE(Math.log2(powerOfTwo), 8)
  header.writeUInt16BE((count - powerOfTwo) * 16, 10)

  let offset = HEADER_BYTES.sfnt + count * ENTRY_BYTES.sfnt
  const entries = tables.map(({ tag, checksum, content, padded }) => {
    const entry = Buffer.alloc(ENTRY_BYTES.sfnt)
    tag.copy(entry, 0)
    checksum.copy(entry, 4)
    entry.writeUInt32BE(offset, 8)
    entry.writeUInt32BE(content.length, 12)
    offset += padded.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...tables.map(({ padded }) => padded)])
}

function readTable(woff: Buffer, entry: number) {
  const offset = woff.readUInt32BE(entry + 4)
  const packedLength = woff.readUInt32BE(entry + 8)
  const length = woff.readUInt32BE(entry + 12)
  const packed = woff.subarray(offset, offset + packedLength)
  const content = packedLength < length ? inflateSync(packed) : packed
  return {
    tag: woff.subarray(entry, entry + 4),
    checksum: woff.subarray(entry + 16, entry + 20),
    content,
    // Tables of a font file begin at multiples of four bytes, so each is padded.
    padded: Buffer.concat([content, Buffer.alloc(-content.length & 3)]),
  }
}
