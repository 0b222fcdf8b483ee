import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { png } from '../../storage/testing/sample-files.ts'
import { data } from '../rest/client.ts'
import { call, newFolder, reels, refusal } from './client.ts'
import { bytesOf, form } from './files-client.ts'

describe('a file', () => {
  it.each([
    ['a blob', () => new Blob([png], { type: 'image/png' })],
    ['a form', () => form(new Blob([png], { type: 'image/png' }))],
    ['bytes', () => png],
    ['a stream', () => Readable.toWeb(Readable.from([png.subarray(0, 20), png.subarray(20)]))],
  ])('comes as %s and comes back', async (_kind, body) => {
    const path = `${newFolder()}/dot.png`
    const uploaded = data(await reels.upload(path, body(), { contentType: 'image/png', metadata: { by: 'Ana' } }))
    expect(uploaded).toEqual({ path, fullPath: `reels/${path}`, id: expect.stringMatching(/^[\da-f-]{36}$/) })
    const back = data(await reels.download(path))
    expect(back.type).toBe('image/png')
    expect((await bytesOf(back)).equals(png)).toBe(true)
    const info = data(await reels.info(path))
    expect(info).toMatchObject({
      id: uploaded.id,
      name: path,
      bucketId: 'reels',
      size: png.length,
      contentType: 'image/png',
      cacheControl: 'max-age=3600',
      etag: `"${createHash('md5').update(png).digest('hex')}"`,
      metadata: { by: 'Ana' },
    })
    expect(info.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(await reels.exists(path)).toEqual({ data: true, error: null })
  })

  it('of text keeps its letters, and its type with its parameters', async () => {
    const path = `${newFolder()}/größe.txt`.replace('ö', 'oe').replace('ß', 'ss')
    data(await reels.upload(path, 'Größe'))
    const back = data(await reels.download(path))
    expect([back.type.toLowerCase(), await back.text()]).toEqual(['text/plain;charset=utf-8', 'Größe'])
  })

  it('may be empty, and may be JSON that is nobody’s business', async () => {
    const folder = newFolder()
    data(await reels.upload(`${folder}/empty.txt`, new Blob([])))
    expect(data(await reels.download(`${folder}/empty.txt`)).size).toBe(0)
    const broken = await call(`/object/reels/${folder}/broken.json`, {
      method: 'POST',
      body: '{"half',
      headers: { 'content-type': 'application/json' },
    })
    expect(await broken.json()).toEqual({ Id: expect.any(String), Key: `reels/${folder}/broken.json` })
    expect(await data(await reels.download(`${folder}/broken.json`)).text()).toBe('{"half')
  })

  it('is there once', async () => {
    const path = `${newFolder()}/once.txt`
    data(await reels.upload(path, 'first'))
    const { error } = await reels.upload(path, 'second')
    expect(error).toMatchObject({ status: 400, statusCode: '409', message: 'The resource already exists' })
    const again = await call(`/object/reels/${path}`, { method: 'POST', body: 'again' })
    expect(await refusal(again)).toMatchObject({ error: 'Duplicate', code: 'ResourceAlreadyExists' })
    expect(await data(await reels.download(path)).text()).toBe('first')
  })

  it('is there once, also when five come at the same moment', async () => {
    const path = `${newFolder()}/once.txt`
    const attempts = await Promise.all(Array.from({ length: 5 }, (_, n) => reels.upload(path, `text ${n}`)))
    const stored = attempts.flatMap(({ error }, n) => (error ? [] : [`text ${n}`]))
    expect(stored).toEqual([await data(await reels.download(path)).text()])
    for (const { error } of attempts) expect([undefined, '409']).toContain(error?.statusCode)
  })

  it.each(['upsert', 'update'] as const)('is replaced by %s, and stays the same file', async (way) => {
    const path = `${newFolder()}/replaced.txt`
    const { id } = data(await reels.upload(path, 'first', { metadata: { n: 1 } }))
    const before = data(await reels.info(path))
    const second = way === 'upsert' ? reels.upload(path, 'second', { upsert: true }) : reels.update(path, 'second')
    expect(data(await second).id).toBe(id)
    const after = data(await reels.info(path))
    expect(after.createdAt).toBe(before.createdAt)
    expect(after.version).not.toBe(before.version)
    expect(after.etag).not.toBe(before.etag)
    expect(await data(await reels.download(path)).text()).toBe('second')
  })

  it('need not be there to be updated', async () => {
    const path = `${newFolder()}/new.txt`
    data(await reels.update(path, 'new'))
    expect(await data(await reels.download(path)).text()).toBe('new')
  })

  it('is replaced by ten at once, and is one of them in the end', async () => {
    const path = `${newFolder()}/busy.txt`
    const texts = Array.from({ length: 10 }, (_, n) => `text ${n}`)
    await Promise.all(texts.map(async (text) => data(await reels.upload(path, text, { upsert: true }))))
    expect(texts).toContain(await data(await reels.download(path)).text())
    expect(data(await reels.list(path.split('/', 1)[0]))).toHaveLength(1)
  })

  it('keeps what the form says behind the file, too', async () => {
    const path = `${newFolder()}/form.txt`
    const body = new FormData()
    body.append('', new Blob(['x'], { type: 'text/plain' }))
    body.append('cacheControl', '60')
    body.append('metadata', '{"late":true}')
    expect((await call(`/object/reels/${path}`, { method: 'POST', body })).status).toBe(200)
    expect(data(await reels.info(path))).toMatchObject({ cacheControl: 'max-age=60', metadata: { late: true } })
  })

  it('whose description is broken has none', async () => {
    const path = `${newFolder()}/broken.txt`
    const body = new FormData()
    body.append('metadata', '{broken')
    body.append('', new Blob(['x']))
    expect((await call(`/object/reels/${path}`, { method: 'POST', body })).status).toBe(200)
    expect(data(await reels.info(path)).metadata).toEqual({})
  })

  it.each([
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nno end'],
    ['multipart/form-data; boundary=x', 'no parts'],
  ])('must be a whole form: %s %j', async (type, body) => {
    const folder = newFolder()
    const init = { method: 'POST', body, headers: { 'content-type': type } }
    expect((await refusal(await call(`/object/reels/${folder}/form.txt`, init))).status).toBe(400)
    expect(data(await reels.list(folder))).toEqual([])
  })

  it('comes alone', async () => {
    const body = new FormData()
    body.append('one', new Blob(['1']))
    body.append('two', new Blob(['2']))
    const path = `${newFolder()}/two.txt`
    expect((await call(`/object/reels/${path}`, { method: 'POST', body })).status).toBe(400)
    expect(await reels.exists(path)).toMatchObject({ data: false })
  })

  it('is needed for an upload', async () => {
    const body = new FormData()
    body.append('cacheControl', '60')
    expect(await refusal(await call('/object/reels/none.txt', { method: 'POST', body }))).toMatchObject({
      statusCode: '400',
      message: 'No content provided',
    })
  })
})
