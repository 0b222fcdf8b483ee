import { crc32 } from 'node:zlib'

export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** The smallest files of each kind that readers accept, for tests. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
export const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(62), Buffer.from('PE\0\0')])

/** A file of each type that an agency exchanges with its clients. */
export const sixSamples: [type: string, content: Buffer][] = [
  ['image/jpeg', jpeg],
  ['image/png', png],
  ['image/webp', webp],
  ['application/pdf', pdf],
  ['text/csv', Buffer.from('name,age\nAna,41\n')],
  [DOCX, docx()],
]

export const plainZip = () => zip([['notes.txt', 'hello']])

/** A minimal docx. Word puts the list of content types first, other programs put it last. */
export function docx({ contentTypesLast = false } = {}): Buffer {
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  const types: [string, string] = [
    '[Content_Types].xml',
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
  ]
  const document: [string, string] = ['word/document.xml', '<w:document/>'.padEnd(20_000)]
  return zip(contentTypesLast ? [document, types] : [types, document])
}

/** A ZIP archive with uncompressed entries. */
function zip(entries: [name: string, content: string][]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of entries) {
    const content = Buffer.from(text)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt32LE(crc32(content), 10)
    about.writeUInt32LE(content.length, 14)
    about.writeUInt32LE(content.length, 18)
    about.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), about, Buffer.from(name), content])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), about, place, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const names = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(names.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, names, Buffer.from('PK\x05\x06'), end])
}
