import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { woffToSfnt } from './woff-to-sfnt.ts'

const glyphs = Buffer.alloc(1002, 'glyph')
const name = Buffer.from('name!')

it('unpacks every table, and says where it is', () => {
  const sfnt = woffToSfnt(woffOf({ glyf: glyphs, name }))
  expect(sfnt.readUInt32BE(0)).toBe(0x00010000)
  expect(sfnt.readUInt16BE(4)).toBe(2)
  for (const [index, [tag, content]] of [['glyf', glyphs] as const, ['name', name] as const].entries()) {
    const entry = 12 + index * 16
    const [offset, length] = [sfnt.readUInt32BE(entry + 8), sfnt.readUInt32BE(entry + 12)]
    expect(sfnt.toString('latin1', entry, entry + 4)).toBe(tag)
    expect(offset % 4).toBe(0)
    expect(sfnt.subarray(offset, offset + length)).toEqual(content)
  }
})

it('takes nothing else for a font', () => {
  expect(() => woffToSfnt(Buffer.from('wOF2 and more'))).toThrow('Not a WOFF font')
})

/** Builds a WOFF file as its specification describes; a table is compressed only where that makes it smaller. */
function woffOf(tables: Record<string, Buffer>): Buffer {
  const entries = Object.entries(tables)
  const header = Buffer.alloc(44)
  header.write('wOFF')
  header.writeUInt32BE(0x00010000, 4)
  header.writeUInt16BE(entries.length, 12)
  let offset = header.length + entries.length * 20
  const packed = entries.map(([tag, content]) => {
    const small = deflateSync(content)
    const body = small.length < content.length ? small : content
    const entry = Buffer.alloc(20)
    entry.write(tag)
    entry.writeUInt32BE(offset, 4)
    entry.writeUInt32BE(body.length, 8)
    entry.writeUInt32BE(content.length, 12)
    offset += body.length
    return { entry, body }
  })
  return Buffer.concat([header, ...packed.map(({ entry }) => entry), ...packed.map(({ body }) => body)])
}
