import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { DOCX, pdf, plainZip, png, program, sixSamples } from '../../storage/testing/sample-files.ts'
import { data } from '../rest/client.ts'
import { call, newFolder, papers, refusal } from './client.ts'
import { bytesOf, raw } from './files-client.ts'

describe('the size', () => {
  const limit = 10_485_760

  it('of 10,485,760 bytes goes in and comes back identical', async () => {
    const path = `${newFolder()}/largest.pdf`
    const content = Buffer.concat([pdf, randomBytes(limit - pdf.length)])
    data(await papers.upload(path, new Blob([content], { type: 'application/pdf' })))
    expect((await bytesOf(data(await papers.download(path)))).equals(content)).toBe(true)
  })

  const oneMore = Buffer.concat([pdf, Buffer.alloc(limit + 1 - pdf.length)])
  it.each([
    ['as a form', () => new Blob([oneMore], { type: 'application/pdf' })],
    ['raw', () => oneMore],
    ['raw, without saying how much', () => Readable.toWeb(Readable.from([oneMore]))],
  ])('of one byte more is refused %s, and nothing is stored', async (_way, body) => {
    const folder = newFolder()
    const { error } = await papers.upload(`${folder}/too-large.pdf`, body(), { contentType: 'application/pdf' })
    expect(error).toMatchObject({
      status: 400,
      statusCode: '413',
      message: 'The object exceeded the maximum allowed size',
    })
    expect(data(await papers.list(folder))).toEqual([])
  })

  it('is limited where the bucket says nothing, by config.toml', async () => {
    const tooLarge = await call('/object/reels/huge.bin', {
      method: 'POST',
      body: Buffer.alloc(20 * 1024 * 1024 + 1),
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(await refusal(tooLarge)).toEqual({
      status: 400,
      statusCode: '413',
      error: 'Payload too large',
      message: 'The object exceeded the maximum allowed size',
      code: 'EntityTooLarge',
    })
  })

  it('of a folder’s placeholder is nothing', async () => {
    const folder = newFolder()
    data(await papers.upload(`${folder}/.emptyFolderPlaceholder`, new Blob([])))
    const { error } = await papers.upload(`${folder}/sub/.emptyFolderPlaceholder`, new Blob(['x']))
    expect(error).toMatchObject({ statusCode: '413' })
  })
})

describe('the type', () => {
  it.each(sixSamples)('%s is taken', async (type, content) => {
    const path = `${newFolder()}/file`
    data(await papers.upload(path, new Blob([content], { type })))
    expect(data(await papers.info(path)).contentType).toBe(type)
  })

  it('is what the content is, not what it is called', async () => {
    const path = `${newFolder()}/photo.jpg`
    data(await papers.upload(path, new Blob([png], { type: 'image/jpeg' })))
    expect(data(await papers.info(path)).contentType).toBe('image/png')
  })

  it.each([
    ['a program that says it is a PDF', program, 'application/pdf', 'application/x-msdownload'],
    ['a program that says it is a table', program, 'text/csv', 'application/x-msdownload'],
    ['an archive that says it is a document', plainZip(), DOCX, 'application/zip'],
    ['a text that says it is a picture', Buffer.from('hello'), 'image/png', 'application/octet-stream'],
    ['bytes that say they are a table', Buffer.from('a\0b'), 'text/csv', 'application/octet-stream'],
    ['a program', program, 'application/x-msdownload', 'application/x-msdownload'],
    ['a table with parameters', Buffer.from('a'), 'text/csv;charset=utf-8', 'text/csv;charset=utf-8'],
  ])('of %s is refused', async (_what, content, claimed, named) => {
    const folder = newFolder()
    const { error } = await papers.upload(`${folder}/report.pdf`, content, { contentType: claimed })
    expect(error).toMatchObject({ status: 400, statusCode: '415', message: `mime type ${named} is not supported` })
    expect(data(await papers.list(folder))).toEqual([])
  })

  it('must be one', async () => {
    const response = await call(`/object/reels/${newFolder()}/x`, {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'nonsense' },
    })
    expect(await refusal(response)).toMatchObject({ statusCode: '415', message: 'Invalid Content-Type header' })
  })
})

describe('the key', () => {
  it.each(["a !_.*'()&$@=;:+,?-.txt", 'deep/er/and/deeper.txt', `${'x'.repeat(900)}.txt`])(
    'may be %s',
    async (name) => {
      const path = `${newFolder()}/${name}`
      const url = `/object/reels/${path.split('/').map(encodeURIComponent).join('/')}`
      expect((await call(url, { method: 'POST', body: 'x' })).status).toBe(200)
      expect(await (await call(url)).text()).toBe('x')
    },
  )

  it.each([
    'größe.txt',
    'a%b.txt',
    'a#b.txt',
    'a"b.txt',
    'a\\b.txt',
    'a\nb.txt',
    '../up.txt',
    'a/../../up.txt',
    './here.txt',
    'x'.repeat(1100),
  ])('may not be %j', async (name) => {
    const url = `/object/reels/${name.split('/').map(encodeURIComponent).join('/')}`.replace('..', '%2E%2E')
    const response = await raw('POST', url.replace('/./', '/%2E/'))
    expect(response).toMatchObject({ status: 400, body: { statusCode: '400', error: 'InvalidKey' } })
  })

  it('leads nowhere else', async () => {
    for (const name of ['..%2f..%2f..%2fetc%2fpasswd', '%2fetc%2fpasswd', 'a%00b']) {
      expect(await raw('GET', `/object/reels/${name}`)).toMatchObject({ status: 400 })
    }
  })
})
