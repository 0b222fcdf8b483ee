import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DOCX, docx, plainZip, png, program, sixSamples } from '../testing/sample-files.ts'
import { detectType } from './detect-type.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-types-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const sixTypes = sixSamples.map(([type]) => type)

async function recognise(content: Buffer, claimed: string, allowed = sixTypes) {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, content)
  return detectType({ path, hasZeroByte: content.includes(0) }, claimed, allowed)
}
const refusal = (type: string) => expect.objectContaining({ message: `mime type ${type} is not supported` })

describe('a file is what its content says', () => {
  it.each([
    ...sixSamples,
    ['text/csv', Buffer.from('\ufeffname;größe\r\n')],
    ['text/csv', Buffer.from('BMI,age\n24,41\n')],
    ['text/csv', Buffer.from('GIF,views\r\n1,2\r\n')],
    ['text/csv', Buffer.from('MZ;Anzahl\n1;2\n')],
    ['text/csv', Buffer.from('ID3,8BPS,%!\n1,2,3\n\x1a')],
    ['text/csv', Buffer.from('GIF;Größe\n1;2\n', 'latin1')],
    ['text/csv', Buffer.from('\ufeffName\tOrt\r\nMara\tŁódź 🎈\r\n', 'utf16le')],
    ['text/csv', Buffer.from('\ufeffName,Ort\r\nMara,Łódź\r\n', 'utf16le').swap16()],
    ['text/csv', Buffer.from('Name;Ort\r\nMara;Köln\r\n', 'utf16le')],
    ['application/pdf', Buffer.from('\r\n%PDF-1.4\n1 0 obj\n')],
    ['application/pdf', Buffer.from(`\ufeff${'x'.repeat(900)}\n%PDF-1.7\n`)],
    ['text/csv', Buffer.alloc(0)],
    [DOCX, docx({ contentTypesLast: true })],
  ])('%s', async (type, content) => {
    expect(await recognise(content, type)).toBe(type)
  })

  it('and not what it was called, if the bucket takes both', async () => {
    expect(await recognise(png, 'image/jpeg')).toBe('image/png')
  })

  it('keeps the parameters of a text', async () => {
    const allowed = ['text/csv;charset=utf-8']
    expect(await recognise(Buffer.from('a,b'), 'text/csv;charset=utf-8', allowed)).toBe('text/csv;charset=utf-8')
  })

  it('lets a drawing in XML be one', async () => {
    const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')
    expect(await recognise(svg, 'image/svg+xml', ['image/svg+xml'])).toBe('image/svg+xml')
  })
})

describe('refused is', () => {
  it.each(sixTypes)('a program called %s', async (claimed) => {
    await expect(recognise(program, claimed)).rejects.toEqual(refusal('application/x-msdownload'))
  })

  it('a zip that says it is a document', async () => {
    await expect(recognise(plainZip(), DOCX)).rejects.toEqual(refusal('application/zip'))
  })

  it('a text that says it is a picture', async () => {
    await expect(recognise(Buffer.from('not a picture'), 'image/png')).rejects.toEqual(
      refusal('application/octet-stream'),
    )
  })

  it('an empty picture', async () => {
    await expect(recognise(Buffer.alloc(0), 'image/png')).rejects.toEqual(refusal('application/octet-stream'))
  })

  it.each([
    ['half a letter at its end', Buffer.from('\ufeffName\tOrt', 'utf16le').subarray(0, -1)],
    ['bytes that are no letters', Buffer.concat([Buffer.from('\ufeffName\tOrt', 'utf16le'), Buffer.alloc(8)])],
  ])('a table in UTF-16 with %s', async (_what, content) => {
    await expect(recognise(content, 'text/csv')).rejects.toEqual(refusal('application/octet-stream'))
  })

  it('a document whose signature comes after the first 1024 bytes, or never', async () => {
    const late = Buffer.from(`${'x'.repeat(1024)}%PDF-1.4`)
    for (const content of [late, Buffer.from('\n\n')]) {
      await expect(recognise(content, 'application/pdf')).rejects.toEqual(refusal('application/octet-stream'))
    }
  })

  it('a document that says it is a table, where documents are not taken', async () => {
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n')
    await expect(recognise(pdf, 'text/csv', ['text/csv'])).rejects.toEqual(refusal('application/pdf'))
  })

  it('bytes that say they are a table', async () => {
    await expect(recognise(Buffer.from('a,b\0c'), 'text/csv')).rejects.toEqual(refusal('application/octet-stream'))
  })

  it('a picture that says it is a table, where pictures are not taken', async () => {
    await expect(recognise(png, 'text/csv', ['text/csv'])).rejects.toEqual(refusal('image/png'))
  })

  it('a page whose type is nonsense', async () => {
    await expect(recognise(Buffer.from('x'), 'nonsense')).rejects.toThrow('Invalid Content-Type header')
  })
})
