import { describe, expect, it } from 'vitest'
import { csvText } from '../../lib/csv.ts'
import { tableOf } from './table-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isBigEndian = false) => {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < text.length; index += 1) view.setUint16(index * 2, text.charCodeAt(index), !isBigEndian)
  return bytes
}
const cellsOf = (bytes: Uint8Array) => {
  const { headings, rows } = tableOf('old.csv', bytes)
  return [headings, ...rows.map(({ cells }) => cells)]
}
const refusal = (bytes: Uint8Array) => {
  try {
    tableOf('old.csv', bytes)
    return 'none'
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

const text = 'Name,Größe\nAna,5 €\n'
const table = [
  ['Name', 'Größe'],
  ['Ana', '5 €'],
]

describe('[lists.md#files] a file is read', () => {
  it.each<[string, Uint8Array]>([
    ['as UTF-8', utf8(text)],
    ['as UTF-8 with a mark', utf8(`\uFEFF${text}`)],
    ['as UTF-16', utf16(`\uFEFF${text}`)],
    ['as UTF-16 the other way round', utf16(`\uFEFF${text}`, true)],
    ['as UTF-16 without a mark', utf16(text)],
    ['as Windows writes it', Uint8Array.from(text.replace('€', '\x80'), (letter) => letter.charCodeAt(0))],
    ['with semicolons', utf8(text.replaceAll(',', ';'))],
    ['with tabs', utf8(text.replaceAll(',', '\t'))],
    ['with a line for Excel', utf8(`sep=;\r\n${text.replaceAll(',', ';')}`)],
    ['with empty rows and cells', utf8(`Name,Größe,\n\n,,\nAna,5 €,\n,\n`)],
  ])('%s', (_how, bytes) => {
    expect(cellsOf(bytes)).toEqual(table)
  })

  it('with line breaks and quotation marks within cells, and counts rows as a spreadsheet does', () => {
    const { rows } = tableOf('old.csv', utf8('Name,Note\r\n"Ana ""A"" Reyes","first\r\nsecond"\r\n\r\nBen,"a, b"\r\n'))
    expect(rows).toEqual([
      { number: 2, cells: ['Ana "A" Reyes', 'first\nsecond'] },
      { number: 4, cells: ['Ben', 'a, b'] },
    ])
  })

  it('as it was when it was exported here', () => {
    const rows = [
      ['Name', 'Phone'],
      ['=SUM(A1)', '+1 555 0100'],
      ["'t Hof", '-'],
    ]
    expect(cellsOf(utf8(csvText(rows)))).toEqual(rows)
  })
})

describe('[lists.md#files] a file is refused, and it is said why,', () => {
  it.each<[Uint8Array, string]>([
    [utf8(''), '“old.csv” is empty.'],
    [utf8('\uFEFF\n\n'), '“old.csv” is empty.'],
    [utf8('Name,Email\n'), '“old.csv” has headings, and no rows below them.'],
    [utf8('PK\u0003\u0004\u0000'), '“old.csv” is a spreadsheet. Save it as CSV first, in Excel by “Save As”.'],
    [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13), '“old.csv” is no table. Choose a CSV file.'],
    [
      utf8('Name,Note\nAna,fine\nBen,"never closed\nCleo,fine\n'),
      '“old.csv” cannot be read from row 3 on: a quotation mark opens there, and is never closed.',
    ],
    [
      utf8(`Name\n${'Ana\n'.repeat(5001)}`),
      '“old.csv” has 5,001 rows. At most 5,000 are imported at once: split it into several files.',
    ],
  ])('%#', (bytes, message) => {
    expect(refusal(bytes)).toBe(message)
  })
})
