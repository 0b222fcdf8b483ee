import { describe, expect, it } from 'vitest'
import { acceptAttribute, attachmentName, attachmentPath, attachmentType, formatSize } from './attachment.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

describe('what may be attached', () => {
  it.each([
    ['photo.jpg', 'image/jpeg', 'image/jpeg'],
    ['photo.png', 'image/png', 'image/png'],
    ['photo.webp', 'image/webp', 'image/webp'],
    ['offer.pdf', 'application/pdf', 'application/pdf'],
    ['letter.docx', docx, docx],
    ['sales.csv', 'text/csv', 'text/csv'],
    ['a picture without an ending', 'image/png', 'image/png'],
    // A CSV file has this type on systems without a program for CSV, or with Excel.
    ['sales.csv', 'application/vnd.ms-excel', 'text/csv'],
    ['SALES.CSV', '', 'text/csv'],
    ['letter.docx', '', docx],
    ['sales.csv', 'text/comma-separated-values', 'text/csv'],
    ['sales', 'application/csv', 'text/csv'],
    ['sales.csv', 'text/x-csv', 'text/csv'],
    ['sales.csv', 'text/plain', 'text/csv'],
    ['photo.jpg', 'image/jpg', 'image/jpeg'],
    ['photo.jpg', 'image/pjpeg', 'image/jpeg'],
    ['PHOTO.JPE', '', 'image/jpeg'],
    ['photo.jfif', 'application/octet-stream', 'image/jpeg'],
    ['offer.pdf', 'application/x-pdf', 'application/pdf'],
    ['OFFER.PDF', '', 'application/pdf'],
    ['letter.docx', 'application/octet-stream', docx],
    ['letter.docx', 'application/zip', docx],
    ['letter.docx', 'application/x-zip-compressed', docx],
    ['letter.DOCX', 'application/msword', docx],
    ['sales.csv', 'text/csv; charset=utf-8', 'text/csv'],
  ])('%s of type %j is %s', (name, type, expected) => {
    expect(attachmentType({ name, type })).toBe(expected)
  })

  it.each([
    ['film.gif', 'image/gif'],
    ['table.xls', 'application/vnd.ms-excel'],
    ['IMG_0042.HEIC', 'image/heic'],
    ['IMG_0042.HEIC', ''],
    ['letter.doc', 'application/msword'],
    ['page.html', 'text/html'],
    ['drawing.svg', 'image/svg+xml'],
    ['notes.txt', 'text/plain'],
    ['archive.zip', 'application/zip'],
    ['photo.png', 'application/x-msdownload'],
    ['program.exe', ''],
    ['png', ''],
    ['nothing', ''],
  ])('%s of type %j is not', (name, type) => {
    expect(attachmentType({ name, type })).toBeUndefined()
  })

  it('is what the browser’s dialog offers', () => {
    expect(acceptAttribute.split(',')).toEqual(expect.arrayContaining(['image/jpeg', '.jpg', '.docx', 'text/csv']))
  })
})

it.each([
  [10_485_760, '10.00 MB'],
  [262_144, '0.25 MB'],
  [1, '0.00 MB'],
  [1_572_864, '1.50 MB'],
])('%i bytes are %s', (bytes, expected) => {
  expect(formatSize(bytes)).toBe(expected)
})

describe('where a file is stored', () => {
  it.each([
    ['menu.pdf', 'menu.pdf'],
    ['Speisekarte für März.pdf', 'Speisekarte-fur-Marz.pdf'],
    ['メニュー.pdf', 'file.pdf'],
    ['../../etc/passwd.pdf', 'etc-passwd.pdf'],
    ['..', 'file'],
    ['.pdf', 'file.pdf'],
    ['a\u202egnp.exe.png', 'a-gnp-exe.png'],
    ['100% "new" #1?.csv', '100-new-1.csv'],
    ['no ending', 'no-ending'],
    ['', 'file'],
  ])('%j becomes %j', (name, expected) => {
    expect(attachmentPath('update', 17, name)).toBe(`update/17_${expected}`)
  })

  it('stays short and keeps its ending', () => {
    expect(attachmentPath('update', 17, `${'long '.repeat(100)}.docx`)).toMatch(/^update\/17_long-[a-z-]{75}\.docx$/)
  })

  it('is made of letters that every storage takes', () => {
    for (let code = 0; code < 0x3000; code++) {
      expect(attachmentPath('update', 17, `a${String.fromCodePoint(code)}.pdf`)).toMatch(/^update\/17_[\w-]+\.pdf$/)
    }
  })
})

describe('the name a file is shown by', () => {
  it('is its own', () => {
    expect(attachmentName('Menü 🥐.pdf')).toBe('Menü 🥐.pdf')
  })

  it('is shortened before its ending to what the table takes, and never inside a letter', () => {
    const name = attachmentName(`${'🥐'.repeat(300)}.docx`)
    expect([...name]).toHaveLength(255)
    expect(name).toMatch(/^🥐+\.docx$/u)
  })

  it('has no half letters', () => {
    expect(attachmentName('a\ud83e.pdf')).toBe('a\ufffd.pdf')
  })
})
