import {
  anonymous,
  data,
  engine,
  newFolder,
  type Person,
  papers,
  pdf,
  person,
  program,
  reels,
  tusWire,
} from 'engine/testing/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { as, base, contentOf, inReels, refusal, server } from './resumable-client.ts'

describe('the rules of the bucket', () => {
  const inPapers = (objectName: string, contentType: string) => ({ bucketName: 'papers', objectName, contentType })

  it('hold for what a file is said to be', async () => {
    const response = await server.create(inPapers('x.exe', 'application/x-msdownload'), 10)
    expect(await refusal(response)).toEqual({
      ...{ status: 415, words: 'mime type application/x-msdownload is not supported' },
    })
    expect((await server.create(inPapers('x.pdf', 'application/pdf'), 10_485_761)).status).toBe(413)
    expect((await server.create(inPapers('größe.pdf', 'application/pdf'), 10)).status).toBe(400)
  })

  it('hold for what it is, and nothing of it is kept', async () => {
    const path = `${newFolder()}/report.pdf`
    const { headers } = await server.create(inPapers(path, 'application/pdf'), program.length)
    const url = headers.get('location') ?? ''
    expect((await server.patch(url, 0, program.subarray(0, 10))).status).toBe(204)
    const last = await server.patch(url, 10, program.subarray(10))
    expect(await refusal(last)).toEqual({
      ...{ status: 415, words: 'mime type application/x-msdownload is not supported' },
    })
    expect(await server.offsetOf(url)).toBe(404)
    expect(await papers.exists(path)).toMatchObject({ data: false })
  })

  it('let the right ones in', async () => {
    const path = `${newFolder()}/report.pdf`
    await server.upload(pdf, inPapers(path, 'application/pdf'), { chunkSize: 20 })
    expect((await contentOf(path, papers)).equals(pdf)).toBe(true)
  })
})

describe('row policies', () => {
  let ana: Person
  let ben: Person
  beforeAll(async () => {
    ;[ana, ben] = await Promise.all([person(), person()])
  })

  it('let people upload where they may, and say whose it is', async () => {
    const path = `${ana.id}/film.bin`
    await as(ana.token).upload(Buffer.from('a film'), inReels(path), { chunkSize: 3 })
    expect((await contentOf(path)).toString()).toBe('a film')
    expect(data(await ana.client.storage.from('reels').remove([path]))).toMatchObject([{ owner_id: ana.id }])
  })

  it('refuse everybody else at the beginning', async () => {
    for (const caller of [as(ben.token), as(engine.anonKey)]) {
      expect(await refusal(await caller.create(inReels(`${ana.id}/film.bin`), 10))).toEqual({
        ...{ status: 403, words: 'new row violates row-level security policy' },
      })
    }
    const nobody = tusWire(base, {})
    expect((await nobody.create(inReels(`${ana.id}/film.bin`), 10)).status).toBe(400)
    expect((await as('nonsense').create(inReels(`${ana.id}/film.bin`), 10)).status).toBe(403)
  })

  it('and nobody goes on with somebody else’s upload, or ends it', async () => {
    const { headers } = await as(ana.token).create(inReels(`${ana.id}/film.bin`), 4)
    const url = headers.get('location') ?? ''
    const bens = as(ben.token)
    expect((await bens.patch(url, 0, Buffer.from('film'))).status).toBe(404)
    expect((await bens.send(url, { method: 'DELETE' })).status).toBe(404)
    expect(await bens.offsetOf(url)).toBe(404)
    expect(await as(ana.token).offsetOf(url)).toBe(0)
  })

  it('and no visitor reaches an upload of the project’s own server, which has no subject either', async () => {
    const { headers } = await as(engine.serviceRoleKey).create(inReels(`${crypto.randomUUID()}.bin`), 4)
    const url = headers.get('location') ?? ''
    const visitor = as(engine.anonKey)
    expect(await visitor.offsetOf(url)).toBe(404)
    expect((await visitor.send(url, { method: 'DELETE' })).status).toBe(404)
    expect(await as(engine.serviceRoleKey).offsetOf(url)).toBe(0)
  })

  it('are asked again at the end', async () => {
    const cleo = await person()
    const path = `${cleo.id}/film.bin`
    const { headers } = await as(cleo.token).create(inReels(path), 4)
    const url = headers.get('location') ?? ''
    expect((await as(cleo.token).patch(url, 0, Buffer.from('fi'))).status).toBe(204)
    await cleo.client.auth.signOut()
    expect((await as(cleo.token).patch(url, 2, Buffer.from('lm'))).status).toBe(403)
    expect(await reels.exists(path)).toMatchObject({ data: false })
  })
})

describe('a signed address', () => {
  const by = (token: string) => tusWire(base, { 'x-signature': token })

  it('stands in for the policies, at its place alone', async () => {
    const path = `${newFolder()}/from-outside.bin`
    const { token } = data(await reels.createSignedUploadUrl(path))
    const endpoint = `${server.endpoint}/sign`
    const url = await by(token).upload(Buffer.from('from outside'), inReels(path), { endpoint, chunkSize: 5 })
    expect(url).toContain('/upload/resumable/sign/')
    expect((await contentOf(path)).toString()).toBe('from outside')
    const elsewhere = by(token).upload(Buffer.from('x'), inReels(`${path}2`), { endpoint, retryDelays: null })
    await expect(elsewhere).rejects.toThrow('Invalid signature')
  })

  it('is needed there, and its uploads are not for tokens', async () => {
    const path = `${newFolder()}/from-outside.bin`
    const { token } = data(await reels.createSignedUploadUrl(path))
    const metadata = `bucketName ${btoa('reels')},objectName ${btoa(path)}`
    const create = (headers: Record<string, string>) =>
      server.send(`${server.endpoint}/sign`, {
        method: 'POST',
        headers: { 'upload-length': '4', 'upload-metadata': metadata, ...headers },
      })
    expect(await refusal(await create({}))).toEqual({ status: 400, words: 'Missing x-signature header' })
    const url = (await create({ 'x-signature': token })).headers.get('location') ?? ''
    expect(await by(token).offsetOf(url)).toBe(0)
    expect(await server.offsetOf(url.replace('/sign/', '/'))).toBe(404)
    expect((await anonymous.storage.from('reels').uploadToSignedUrl(path, token, 'first')).error).toBeNull()
    expect((await by(token).patch(url, 0, Buffer.from('late'))).status).toBe(409)
  })
})
