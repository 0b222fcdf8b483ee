import { describe, expect, it } from 'vitest'
import { redecode, textFileOf } from './text-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isBigEndian = false) => {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < text.length; index += 1) view.setUint16(index * 2, text.charCodeAt(index), !isBigEndian)
  return bytes
}
/** Bytes as a single-byte program writes them: '\xE9' is the byte E9. */
const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

const text = 'Name,Größe\nAna,5 €\n'

describe('[lists.md#files] a text is certain', () => {
  it.each<[string, Uint8Array]>([
    ['as UTF-8', utf8(text)],
    ['as UTF-8 with a mark', utf8(`\uFEFF${text}`)],
    ['as UTF-16', utf16(`\uFEFF${text}`)],
    ['as UTF-16 the other way round', utf16(`\uFEFF${text}`, true)],
    ['as UTF-16 without a mark', utf16(text)],
    ['with the end mark of DOS', utf8(`${text}\x1A`)],
    ['with a stray NUL', utf8(`Name,\0Größe\nAna,5 €\n`)],
  ])('%s', async (_how, bytes) => {
    expect(await textFileOf('old.csv', bytes)).toMatchObject({ text, isCertain: true })
  })

  it('as UTF-16 without a mark in another alphabet', async () => {
    const other = '姓名,電子郵件\n李小明,a@b.test\n'
    expect(await textFileOf('old.csv', utf16(other))).toMatchObject({ text: other, codePage: 'utf-16le' })
  })

  it('as the escapes of Japanese mail', async () => {
    const bytes = bytesOf('Name,Email\n\x1B$B;3ED\x1B(B,a@b.test\n')
    expect((await textFileOf('old.csv', bytes)).text).toBe('Name,Email\n山田,a@b.test\n')
  })
})

describe('[lists.md#files] a text in a code page is found by its letters, and is doubted', () => {
  it.each<[string, string, string]>([
    ['windows-1252', 'Gr\xF6\xDFe;5 \x80\nJ\xF6rg;Stra\xDFe\n', 'Größe;5 €\nJörg;Straße\n'],
    ['windows-1252', 'Name\nT\xF3mas Gu\xF0nason\nSiobh\xE1n\nZo\xEB\n', 'Name\nTómas Guðnason\nSiobhán\nZoë\n'],
    ['windows-1252', 'Name\nRen\xE9\n', 'Name\nRené\n'],
    ['windows-1250', 'Name;Company\n\xA3ukasz \xAF\xF3\xB3\xE6;\x8Cwit\n', 'Name;Company\nŁukasz Żółć;Świt\n'],
    ['windows-1254', 'Ad\nAy\xFEe Y\xFDlmaz\n\xC7a\xF0r\xFD \xD6zt\xFCrk\n', 'Ad\nAyşe Yılmaz\nÇağrı Öztürk\n'],
    ['windows-1251', 'Name\n\xC8\xE2\xE0\xED \xCF\xE5\xF2\xF0\xEE\xE2\n', 'Name\nИван Петров\n'],
    ['windows-1253', 'Name\n\xC3\xE9\xFE\xF1\xE3\xEF\xF2 \xD0\xE1\xF0\xE1\xF2\n', 'Name\nΓιώργος Παπας\n'],
    ['koi8-u', 'Name\n\xE9\xD7\xC1\xCE \xF0\xC5\xD4\xD2\xCF\xD7\n', 'Name\nИван Петров\n'],
    ['macintosh', 'Name\rRen\x8Ee Dupr\x8E\rCaf\x8E \x83lan\rBj\x9Ark\r', 'Name\rRenée Dupré\rCafé Élan\rBjörk\r'],
    ['ibm850', 'Name\nRen\x82e Dupr\x82\nJ\x94rg Gr\x94\xE1l\nS\x9Bren\n', 'Name\nRenée Dupré\nJörg Größl\nSøren\n'],
    ['ibm852', 'Name\n\x9Dukasz \xBD\xA2\x88\x86\n', 'Name\nŁukasz Żółć\n'],
    ['shift_jis', '\x96\xBC\x91O\n\x8ER\x93c\x91\xBE\x98Y\n', '名前\n山田太郎\n'],
    ['gb18030', 'Name\n\xC0\xEE\xD0\xA1\xC3\xF7\n', 'Name\n李小明\n'],
    ['big5', '\xA9m\xA6W\n\xB3\xAF\xA4j\xA4\xE5\n', '姓名\n陳大文\n'],
    ['euc-kr', 'Name\n\xB1\xE8\xB9\xCE\xBC\xF6\n', 'Name\n김민수\n'],
  ])('%s', async (codePage, written, meant) => {
    expect(await textFileOf('old.csv', bytesOf(written))).toMatchObject({ text: meant, codePage, isCertain: false })
  })

  it('also where a cell has a picture in letters, which takes no longer', async () => {
    const picture = 'iVBORw0KGgo'.repeat(10_000)
    const file = await textFileOf('old.csv', bytesOf(`Name,Logo\nJ\xF6rg M\xFCller,${picture}\n`))
    expect(file.text).toContain('Jörg Müller,iVBOR')
  })

  it('and read in another one where somebody says so', async () => {
    const file = await textFileOf('old.csv', bytesOf('Name\nRen\x8Ee\n'))
    expect(redecode(file, 'ibm437').text).toBe('Name\nRenÄe\n')
    expect(file.candidates).toContain('ibm437')
  })
})

describe('[lists.md#files] UTF-8 that is damaged is doubted', () => {
  it('where it was encoded twice, and is mended', async () => {
    const names = 'Name\nRenée Dupré\nŁukasz\n'
    const twice = (first: string) =>
      utf8(Array.from(utf8(names), (byte) => new TextDecoder(first).decode(Uint8Array.of(byte))).join(''))
    const windows = await textFileOf('old.csv', twice('windows-1252'))
    expect(windows).toMatchObject({ text: names, isCertain: false, candidates: ['utf-8, twice', 'utf-8'] })
    expect((await textFileOf('old.csv', twice('macintosh'))).text).toBe(names)
  })

  it('where a byte is wrong, which stands out as a lost letter', async () => {
    const file = await textFileOf('old.csv', Uint8Array.of(...utf8('Name\nRenée\nJos'), 0xe9, 0x0a))
    expect(file).toMatchObject({ text: 'Name\nRenée\nJos\uFFFD\n', codePage: 'utf-8', isCertain: false })
  })
})

it.each<[string, Uint8Array]>([
  ['“old.csv” is a spreadsheet. Save it as CSV first (in Excel, use “Save As”).', bytesOf('PK\x03\x04\0')],
  ['“old.csv” is not a table. Choose a CSV file.', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13)],
  ['“old.csv” is not a table. Choose a CSV file.', Uint8Array.from({ length: 600 }, (_, index) => index % 256)],
])('[lists.md#files] refuses what is no text: %s', async (message, bytes) => {
  await expect(textFileOf('old.csv', bytes)).rejects.toThrow(message)
})

it.each<[string, string]>([
  [
    '“old.csv” is a vCard file. Export the contacts as CSV. If your program cannot do so, import the file into Google Contacts and export CSV there.',
    'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann North\r\nEND:VCARD\r\n',
  ],
  [
    '“old.csv” is an XML or HTML file. Open it in a spreadsheet and save it as CSV, or choose CSV when you export.',
    '<html><body><table><tr><td>Name</td></tr>\n</table></body></html>',
  ],
  [
    '“old.csv” is an XML or HTML file. Open it in a spreadsheet and save it as CSV, or choose CSV when you export.',
    '\uFEFF<table border="1"><tr><td>Name</td></tr>\n</table>',
  ],
  ['“old.csv” is a JSON file. Choose CSV when you export.', '\uFEFF[{"name":"Ann"},\n{"name":"Ben"}]'],
])('[lists.md#files] refuses what is no table: %s', async (message, written) => {
  await expect(textFileOf('old.csv', utf8(written))).rejects.toThrow(message)
})

it('[lists.md#files] takes a table for nothing else', async () => {
  const written = '"<b>Name</b>","[a]"\n<html>,{"b"}\n'
  expect((await textFileOf('old.csv', utf8(written))).text).toBe(written)
})
