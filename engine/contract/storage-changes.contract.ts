import { describe, expect, it } from 'vitest'
import { program } from '../storage/testing/samples.ts'
import { engine } from './engine.ts'
import { anonymous, data } from './rest-client.ts'
import { call, newFolder, papers, posters, reels, refusal } from './storage-client.ts'

async function uploaded(text = 'content', options = {}) {
  const path = `${newFolder()}/file.txt`
  const { id } = data(await reels.upload(path, text, { metadata: { by: 'Ana' }, ...options }))
  return { path, id }
}

describe('a move', () => {
  it('keeps the file and its id, and leaves nothing at the old place', async () => {
    const { path, id } = await uploaded()
    const before = data(await reels.info(path))
    const target = `${newFolder()}/moved.txt`
    expect(data(await reels.move(path, target))).toEqual({ message: 'Successfully moved' })
    const after = data(await reels.info(target))
    expect(after).toMatchObject({ id, metadata: { by: 'Ana' }, size: 7, etag: before.etag })
    expect(after.version).not.toBe(before.version)
    expect(await data(await reels.download(target)).text()).toBe('content')
    expect(await reels.exists(path)).toMatchObject({ data: false })
  })

  it('goes to another bucket', async () => {
    const { path } = await uploaded()
    data(await reels.move(path, path, { destinationBucket: 'posters' }))
    expect(await (await fetch(posters.getPublicUrl(path).data.publicUrl)).text()).toBe('content')
  })

  it('is refused where something is, from where nothing is, and to a key that cannot be', async () => {
    const [one, two] = [await uploaded('one'), await uploaded('two')]
    expect((await reels.move(one.path, two.path)).error).toMatchObject({
      statusCode: '409',
      message: 'The resource already exists',
    })
    expect(await data(await reels.download(one.path)).text()).toBe('one')
    expect(await data(await reels.download(two.path)).text()).toBe('two')
    expect((await reels.move('nowhere.txt', 'there.txt')).error).toMatchObject({ message: 'Object not found' })
    expect((await reels.move(one.path, '../up.txt')).error).toMatchObject({ message: 'Invalid key: ../up.txt' })
    expect((await reels.move(one.path, 'x.txt', { destinationBucket: 'nowhere' })).error).toMatchObject({
      message: 'Bucket not found',
    })
  })
})

describe('a copy', () => {
  it('is a file of its own with the same description', async () => {
    const { path, id } = await uploaded()
    const target = `${newFolder()}/copy.txt`
    expect(data(await reels.copy(path, target))).toEqual({ path: `reels/${target}` })
    const copy = data(await reels.info(target))
    expect(copy).toMatchObject({ metadata: { by: 'Ana' }, contentType: 'text/plain;charset=UTF-8' })
    expect(copy.id).not.toBe(id)
    data(await reels.remove([path]))
    expect(await data(await reels.download(target)).text()).toBe('content')
  })

  it('may have another description', async () => {
    const { path } = await uploaded()
    const target = `${newFolder()}/copy.txt`
    const response = await call('/object/copy', {
      method: 'POST',
      headers: { 'x-metadata': Buffer.from('{"by":"Ben"}').toString('base64') },
      body: JSON.stringify({
        ...{ bucketId: 'reels', sourceKey: path, destinationKey: target, copyMetadata: false },
        metadata: { cacheControl: 'no-store', mimetype: 'text/markdown' },
      }),
    })
    expect(await response.json()).toMatchObject({ Key: `reels/${target}`, Id: expect.any(String), name: target })
    expect(data(await reels.info(target))).toMatchObject({
      ...{ contentType: 'text/markdown', cacheControl: 'no-store', metadata: { by: 'Ben' } },
    })
  })

  it('has no description that is nested without end', async () => {
    const { path } = await uploaded()
    const target = `${newFolder()}/copy.txt`
    const response = await call('/object/copy', {
      method: 'POST',
      headers: { 'x-metadata': Buffer.from(`{"by":${'['.repeat(5_000)}${']'.repeat(5_000)}}`).toString('base64') },
      body: JSON.stringify({ bucketId: 'reels', sourceKey: path, destinationKey: target, copyMetadata: false }),
    })
    expect(response.status).toBe(200)
    expect(data(await reels.info(target)).metadata).toEqual({})
  })

  it('replaces only where that is asked for', async () => {
    const [one, two] = [await uploaded('one'), await uploaded('two')]
    expect((await reels.copy(one.path, two.path)).error).toMatchObject({ statusCode: '409' })
    const body = JSON.stringify({ bucketId: 'reels', sourceKey: one.path, destinationKey: two.path })
    const response = await call('/object/copy', { method: 'POST', headers: { 'x-upsert': 'true' }, body })
    expect(await response.json()).toMatchObject({ Id: two.id })
    expect(await data(await reels.download(two.path)).text()).toBe('one')
  })
})

describe('the rules of a bucket hold for what comes from another one', () => {
  it.each(['move', 'copy'] as const)('by %s', async (way) => {
    const path = `${newFolder()}/report.pdf`
    data(await reels.upload(path, program, { contentType: 'application/pdf' }))
    expect((await reels[way](path, path, { destinationBucket: 'papers' })).error).toMatchObject({
      statusCode: '415',
      message: 'mime type application/x-msdownload is not supported',
    })
    const large = `${newFolder()}/large.csv`
    data(await reels.upload(large, 'a,b\n'.repeat(2_621_441), { contentType: 'text/csv' }))
    expect((await reels[way](large, large, { destinationBucket: 'papers' })).error).toMatchObject({ statusCode: '413' })
    const table = `${newFolder()}/table.csv`
    data(await reels.upload(table, 'a,b', { contentType: 'text/csv' }))
    expect((await reels[way](table, table, { destinationBucket: 'papers' })).error).toBeNull()
    expect(await data(await papers.download(table)).text()).toBe('a,b')
    expect(await papers.exists(path)).toMatchObject({ data: false })
  })

  it('and for a file that is given another type in its own', async () => {
    const path = `${newFolder()}/table.csv`
    data(await papers.upload(path, 'a,b', { contentType: 'text/csv' }))
    const copy = (mimetype: string) => ({
      method: 'POST',
      body: JSON.stringify({
        ...{ bucketId: 'papers', sourceKey: path, destinationKey: `${path}2`, copyMetadata: false },
        metadata: { mimetype },
      }),
    })
    for (const type of ['image/png', 'text/html']) {
      expect(await refusal(await call('/object/copy', copy(type)))).toMatchObject({ statusCode: '415' })
    }
  })
})

describe('a removal', () => {
  it('of one file says what became of it', async () => {
    const { path } = await uploaded()
    const remove = () => call(`/object/reels/${path}`, { method: 'DELETE', body: '{}' })
    expect(await (await remove()).json()).toEqual({ message: 'Successfully deleted' })
    expect(await refusal(await remove())).toMatchObject({ status: 400, statusCode: '404', error: 'not_found' })
  })

  it('takes names as they are, and nothing below them', async () => {
    const { path } = await uploaded()
    expect(data(await reels.remove([path.split('/', 1)[0] ?? '', '%']))).toEqual([])
    expect(data(await reels.remove([path]))).toMatchObject([{ name: path }])
  })

  it('takes a thousand names at once, however long', async () => {
    const { path } = await uploaded()
    const names = Array.from({ length: 999 }, (_, n) => `${n}/`.padEnd(1024, 'x'))
    expect(data(await reels.remove([...names, path]))).toMatchObject([{ name: path }])
    expect((await reels.remove([...names, path, 'x'])).error).toMatchObject({ status: 400 })
  })

  it('needs a name', async () => {
    expect((await reels.remove([])).error).toMatchObject({ status: 400 })
  })
})

describe('a signed address', () => {
  it('opens a file for anybody, and nothing else', async () => {
    const path = `${newFolder()}/a b.txt`
    data(await reels.upload(path, 'signed'))
    const { signedUrl } = data(await reels.createSignedUrl(path, 60))
    const response = await fetch(signedUrl)
    expect([response.status, await response.text()]).toEqual([200, 'signed'])
    const head = await fetch(signedUrl, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '6'])
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=[1-6]?\d$/)
    expect(Date.parse(response.headers.get('expires') ?? '')).toBeGreaterThan(Date.now() + 50_000)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')

    const other = await uploaded()
    const stolen = new URL(signedUrl)
    stolen.pathname = `/storage/v1/object/sign/reels/${other.path}`
    expect(await refusal(await fetch(stolen))).toMatchObject({
      error: 'InvalidSignature',
      message: 'Invalid signature',
    })
  })

  it.each(['größe & more.txt', 'a+b.txt', 'plain.txt', '100%.pdf'])('gives the file the name %s', async (name) => {
    const { path } = await uploaded()
    const { signedUrl } = data(await reels.createSignedUrl(path, 60, { download: name }))
    const disposition = (await fetch(signedUrl)).headers.get('content-disposition') ?? ''
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(name)
  })

  it('ends, and ends with the file', async () => {
    const { path } = await uploaded()
    const { signedUrl } = data(await reels.createSignedUrl(path, 1))
    const lasting = data(await reels.createSignedUrl(path, 60)).signedUrl
    await expect.poll(async () => (await fetch(signedUrl)).status, { timeout: 5000 }).toBe(400)
    expect(await refusal(await fetch(signedUrl))).toMatchObject({
      error: 'InvalidJWT',
      message: '"exp" claim timestamp check failed',
    })
    data(await reels.remove([path]))
    expect(await refusal(await fetch(lasting))).toMatchObject({ code: 'NoSuchKey' })
  })

  it('is no session, and a session is no address', async () => {
    const { path } = await uploaded()
    const { signedUrl } = data(await reels.createSignedUrl(path, 60))
    const token = new URL(signedUrl).searchParams.get('token') ?? ''
    const asBearer = await call('/object/list/reels', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: '{"prefix":""}',
    })
    expect(await refusal(asBearer)).toMatchObject({ statusCode: '403', error: 'Unauthorized' })
    const asAddress = await fetch(`${engine.url}/storage/v1/object/sign/reels/${path}?token=${engine.serviceRoleKey}`)
    expect(await refusal(asAddress)).toMatchObject({ code: 'InvalidJWT' })
  })

  it('is made in order for many', async () => {
    const [one, two] = [await uploaded('one'), await uploaded('two')]
    const signed = data(await reels.createSignedUrls([two.path, 'nowhere.txt', one.path], 60, { download: true }))
    expect(signed.map(({ path, error }) => [path, error === null])).toEqual([
      [two.path, true],
      ['nowhere.txt', false],
      [one.path, true],
    ])
    const response = await fetch(signed[0]?.signedUrl ?? '')
    expect([await response.text(), response.headers.get('content-disposition')]).toEqual(['two', 'attachment;'])
  })

  it('is not made for what is not there, or for no time', async () => {
    expect((await reels.createSignedUrl('nowhere.txt', 60)).error).toMatchObject({ code: 'NoSuchKey' })
    const { path } = await uploaded()
    expect((await reels.createSignedUrl(path, 0)).error).toMatchObject({ status: 400 })
  })
})

describe('an address to upload to', () => {
  const strangers = anonymous.storage.from('reels')

  it('takes one file from anybody, at its place alone', async () => {
    const path = `${newFolder()}/from-outside.txt`
    const { token, signedUrl } = data(await reels.createSignedUploadUrl(path))
    expect(signedUrl).toContain(`/object/upload/sign/reels/${path}?token=`)
    expect(data(await strangers.uploadToSignedUrl(path, token, 'hello'))).toEqual({ path, fullPath: `reels/${path}` })
    expect(await data(await reels.download(path)).text()).toBe('hello')
    expect((await strangers.uploadToSignedUrl(path, token, 'again', { upsert: true })).error).toMatchObject({
      statusCode: '409',
    })
    expect((await strangers.uploadToSignedUrl(`${path}2`, token, 'x')).error).toMatchObject({
      message: 'Invalid signature',
    })
    expect((await strangers.uploadToSignedUrl(path, 'nonsense', 'x')).error).toMatchObject({
      message: 'Invalid Compact JWS',
    })
  })

  it('replaces where it was made to', async () => {
    const { path } = await uploaded('old')
    expect((await reels.createSignedUploadUrl(path)).error).toMatchObject({ statusCode: '409' })
    const { token } = data(await reels.createSignedUploadUrl(path, { upsert: true }))
    data(await strangers.uploadToSignedUrl(path, token, 'new'))
    expect(await data(await reels.download(path)).text()).toBe('new')
  })

  it('holds whoever uploads to the rules of the bucket', async () => {
    const path = `${newFolder()}/report.pdf`
    const { token } = data(await papers.createSignedUploadUrl(path))
    const { error } = await anonymous.storage
      .from('papers')
      .uploadToSignedUrl(path, token, program, { contentType: 'application/pdf' })
    expect(error).toMatchObject({ statusCode: '415' })
  })

  it('does not download', async () => {
    const { path } = await uploaded()
    const { token } = data(await reels.createSignedUploadUrl(path, { upsert: true }))
    expect(await refusal(await call(`/object/sign/reels/${path}?token=${token}`))).toMatchObject({
      message: 'Token is not scoped for download',
    })
  })
})
