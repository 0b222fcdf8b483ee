import { createClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { clientOptions, data, service } from '../rest/client.ts'

const { storage } = service
const newName = () => `m-${crypto.randomUUID()}`
const words = (text: string) => new Blob([text], { type: 'text/plain' })

/** A new bucket with one file in it. */
async function bucketWith(path: string, text = 'Hello') {
  const id = newName()
  data(await storage.createBucket(id, { public: true }))
  const bucket = storage.from(id)
  data(await bucket.upload(path, words(text)))
  return { id, bucket, read: async (name: string) => data(await bucket.download(name)).text() }
}

describe('storage', () => {
  it('storage.createBucket, storage.getBucket', async () => {
    const id = newName()
    data(await storage.createBucket(id, { public: false, fileSizeLimit: '1MB', allowedMimeTypes: ['image/*'] }))
    expect(data(await storage.getBucket(id))).toMatchObject({
      id,
      public: false,
      file_size_limit: 1_000_000,
      allowed_mime_types: ['image/*'],
    })
  })

  it('storage.listBuckets', async () => {
    const id = newName()
    data(await storage.createBucket(id))
    expect(data(await storage.listBuckets()).map((bucket) => bucket.id)).toContain(id)
    expect(data(await storage.listBuckets({ search: id, limit: 5 }))).toHaveLength(1)
  })

  it('storage.updateBucket', async () => {
    const id = newName()
    data(await storage.createBucket(id))
    data(await storage.updateBucket(id, { public: true }))
    expect(data(await storage.getBucket(id)).public).toBe(true)
  })

  it('storage.emptyBucket, storage.deleteBucket', async () => {
    const { id, bucket } = await bucketWith('a.txt')
    expect((await storage.deleteBucket(id)).error).not.toBeNull()
    data(await storage.emptyBucket(id))
    expect(data(await bucket.list())).toEqual([])
    data(await storage.deleteBucket(id))
    expect((await storage.getBucket(id)).error).not.toBeNull()
  })

  it('storage.purgeBucketCache, storage.from().purgeCache', async () => {
    const { id, bucket } = await bucketWith('a.txt')
    // There is no CDN, so purging its cache has nothing to do.
    expect(data(await storage.purgeBucketCache(id))).toEqual({ message: 'success' })
    expect(data(await bucket.purgeCache('a.txt'))).toEqual({ message: 'success' })
  })

  it('storage.from', async () => {
    const { bucket } = await bucketWith('a.txt')
    expect(data(await bucket.list()).map(({ name }) => name)).toEqual(['a.txt'])
  })

  it('storage.throwOnError', async () => {
    const client = createClient(engine.url, engine.serviceRoleKey, clientOptions)
    await expect(client.storage.throwOnError().getBucket('nowhere')).rejects.toThrow('Bucket not found')
  })

  it('storage.setHeader', async () => {
    const client = createClient(engine.url, engine.serviceRoleKey, clientOptions)
    client.storage.setHeader('authorization', 'Bearer nonsense')
    expect((await client.storage.listBuckets()).error).not.toBeNull()
  })
})

describe('files', () => {
  it('storage.from().upload, storage.from().download', async () => {
    const { bucket, read } = await bucketWith('notes/a.txt')
    expect(await read('notes/a.txt')).toBe('Hello')
    expect((await bucket.upload('notes/a.txt', words('Again'))).error).toMatchObject({
      message: 'The resource already exists',
    })
    data(await bucket.upload('notes/a.txt', words('Again'), { upsert: true }))
    expect(await read('notes/a.txt')).toBe('Again')
  })

  it('storage.from().update', async () => {
    const { bucket, read } = await bucketWith('a.txt')
    data(await bucket.update('a.txt', words('New')))
    expect(await read('a.txt')).toBe('New')
  })

  it('storage.from().move', async () => {
    const { bucket, read } = await bucketWith('a.txt')
    data(await bucket.move('a.txt', 'b.txt'))
    expect(await read('b.txt')).toBe('Hello')
  })

  it('storage.from().copy', async () => {
    const { bucket, read } = await bucketWith('a.txt')
    data(await bucket.copy('a.txt', 'b.txt'))
    expect([await read('a.txt'), await read('b.txt')]).toEqual(['Hello', 'Hello'])
  })

  it('storage.from().remove', async () => {
    const { bucket } = await bucketWith('a.txt')
    expect(data(await bucket.remove(['a.txt', 'b.txt'])).map(({ name }) => name)).toEqual(['a.txt'])
  })

  it('storage.from().list', async () => {
    const { bucket } = await bucketWith('notes/a.txt')
    data(await bucket.upload('z.txt', words('z')))
    expect(data(await bucket.list()).map(({ name }) => name)).toEqual(['notes', 'z.txt'])
    expect(data(await bucket.list('notes', { search: 'a', limit: 1 }))).toHaveLength(1)
  })

  it('storage.from().listV2', async () => {
    const { bucket } = await bucketWith('notes/a.txt')
    data(await bucket.upload('z.txt', words('z')))
    const { folders, objects } = data(await bucket.listV2({ with_delimiter: true }))
    expect([folders.map(({ name }) => name), objects.map(({ name }) => name)]).toEqual([['notes/'], ['z.txt']])
    const first = data(await bucket.listV2({ limit: 1 }))
    expect(first).toMatchObject({ hasNext: true, objects: [{ name: 'notes/a.txt' }] })
    const second = data(await bucket.listV2({ limit: 1, ...(first.nextCursor && { cursor: first.nextCursor }) }))
    expect(second).toMatchObject({ hasNext: false, objects: [{ name: 'z.txt' }] })
  })

  it('storage.from().info, storage.from().exists', async () => {
    const { bucket } = await bucketWith('a.txt')
    expect(data(await bucket.info('a.txt'))).toMatchObject({ name: 'a.txt', size: 5, contentType: 'text/plain' })
    expect(data(await bucket.exists('a.txt'))).toBe(true)
    expect((await bucket.exists('b.txt')).data).toBe(false)
  })

  it('storage.from().getPublicUrl', async () => {
    const { bucket } = await bucketWith('a.txt')
    const { publicUrl } = bucket.getPublicUrl('a.txt', { download: 'letter.txt' }).data
    const response = await fetch(publicUrl)
    expect(response.headers.get('content-disposition')).toContain('letter.txt')
    expect(await response.text()).toBe('Hello')
  })

  it('storage.from().createSignedUrl', async () => {
    const { bucket } = await bucketWith('a.txt')
    const { signedUrl } = data(await bucket.createSignedUrl('a.txt', 60))
    expect(await (await fetch(signedUrl)).text()).toBe('Hello')
  })

  it('storage.from().createSignedUrls', async () => {
    const { bucket } = await bucketWith('a.txt')
    expect(data(await bucket.createSignedUrls(['a.txt', 'b.txt'], 60))).toMatchObject([
      { path: 'a.txt', error: null },
      { path: 'b.txt', error: expect.any(String) },
    ])
  })

  it('storage.from().createSignedUploadUrl, storage.from().uploadToSignedUrl', async () => {
    const { bucket, read } = await bucketWith('a.txt')
    const { token } = data(await bucket.createSignedUploadUrl('b.txt'))
    data(await bucket.uploadToSignedUrl('b.txt', token, words('Signed')))
    expect(await read('b.txt')).toBe('Signed')
  })
})
