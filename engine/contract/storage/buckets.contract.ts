import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Person, person } from '../people.ts'
import { anonymous, data, service } from '../rest/client.ts'
import { call, refusal } from './client.ts'

const newName = () => `bucket ${crypto.randomUUID()}`
let ana: Person
beforeAll(async () => {
  ana = await person()
})

describe('a bucket', () => {
  it('is made, read, changed and deleted', async () => {
    const name = newName()
    const options = { public: true, fileSizeLimit: '1MB', allowedMimeTypes: ['image/*'] }
    expect(data(await service.storage.createBucket(name, options))).toEqual({ name })
    expect(data(await service.storage.getBucket(name))).toEqual({
      ...{ id: name, name, owner: '', public: true, file_size_limit: 1_000_000, allowed_mime_types: ['image/*'] },
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      updated_at: expect.stringMatching(/\.\d{3}Z$/),
    })
    const changed = await service.storage.updateBucket(name, { public: false, fileSizeLimit: null })
    expect(data(changed)).toEqual({ message: 'Successfully updated' })
    expect(data(await service.storage.getBucket(name))).toMatchObject({
      ...{ public: false, file_size_limit: null, allowed_mime_types: ['image/*'] },
    })
    expect(data(await service.storage.deleteBucket(name))).toEqual({ message: 'Successfully deleted' })
    expect((await service.storage.getBucket(name)).error).toMatchObject({
      status: 400,
      statusCode: '404',
      message: 'Bucket not found',
    })
  })

  it('is there once', async () => {
    const name = newName()
    data(await service.storage.createBucket(name))
    const again = await call('/bucket', { method: 'POST', body: JSON.stringify({ name }) })
    expect(await refusal(again)).toEqual({
      ...{ status: 400, statusCode: '409', error: 'Duplicate' },
      ...{ message: 'The resource already exists', code: 'BucketAlreadyExists' },
    })
    data(await service.storage.deleteBucket(name))
  })

  it('is deleted only when it is empty', async () => {
    const name = newName()
    data(await service.storage.createBucket(name))
    const files = service.storage.from(name)
    data(await files.upload('a/file.txt', 'x'))
    data(await files.upload('file.txt', 'x'))
    expect((await service.storage.deleteBucket(name)).error).toMatchObject({
      statusCode: '409',
      message: 'The bucket you tried to delete is not empty',
    })
    expect(data(await service.storage.emptyBucket(name))).toEqual({
      message: 'Empty bucket has been queued. Completion may take up to an hour.',
    })
    await expect.poll(async () => data(await files.list())).toEqual([])
    data(await service.storage.deleteBucket(name))
  })

  it('is not made of a kind that there is none of here', async () => {
    const name = newName()
    for (const type of ['VECTOR', 'PAPER']) {
      const unknown = await call('/bucket', { method: 'POST', body: JSON.stringify({ name, type }) })
      expect(await refusal(unknown)).toMatchObject({ status: 400, error: 'Error', code: 'InvalidRequest' })
    }
    expect((await service.storage.getBucket(name)).error).toMatchObject({ message: 'Bucket not found' })
  })

  it('holds files to the kinds it names', async () => {
    const name = newName()
    data(await service.storage.createBucket(name, { public: false, allowedMimeTypes: ['text/*'] }))
    const files = service.storage.from(name)
    data(await files.upload('text.txt', 'x'))
    expect((await files.upload('picture.png', 'x', { contentType: 'image/png' })).error).toMatchObject({
      statusCode: '415',
      message: 'mime type image/png is not supported',
    })
    data(await service.storage.emptyBucket(name))
    data(await service.storage.deleteBucket(name))
  })

  it.each([
    [{ name: '' }, { error: 'Invalid Input', message: 'Bucket name invalid' }],
    [{ name: 'a/b' }, { error: 'Invalid Input', message: 'Bucket name invalid' }],
    [{}, { error: 'Error', message: "body must have required property 'name'" }],
    [{ name: 'x', file_size_limit: 'much' }, { message: expect.stringContaining('Invalid file size format') }],
    [
      { name: 'x', file_size_limit: '1GB' },
      { statusCode: '413', error: 'Payload too large' },
    ],
    [
      { name: 'x', allowed_mime_types: ['png'] },
      { statusCode: '415', error: 'invalid_mime_type' },
    ],
  ])('is not made of %j', async (body, words) => {
    const response = await call('/bucket', { method: 'POST', body: JSON.stringify(body) })
    expect(await refusal(response)).toMatchObject({ status: 400, ...words })
  })
})

describe('a list of buckets', () => {
  const list = async (query: string) => {
    const buckets = z.array(z.object({ name: z.string() })).parse(await (await call(`/bucket${query}`)).json())
    return buckets.map(({ name }) => name)
  }

  it('is sorted, searched and cut as asked', async () => {
    expect(await list('?search=E&sortColumn=name&sortOrder=desc&limit=3')).toEqual(['reels', 'posters', 'papers'])
    expect(await list('?search=LETTER')).toEqual(['letterbox'])
    expect(await list('?search=%25')).toEqual([])
    expect(await list('?search=e&limit=1&offset=1&sortColumn=id')).toHaveLength(1)
    expect((await call('/bucket?sortColumn=owner')).status).toBe(400)
  })

  it('tells the type', async () => {
    expect(data(await service.storage.listBuckets())).toContainEqual(
      expect.objectContaining({ id: 'papers', type: 'STANDARD', file_size_limit: 10_485_760 }),
    )
  })
})

describe('people and buckets', () => {
  it('strangers see none and make none', async () => {
    expect(data(await anonymous.storage.listBuckets())).toEqual([])
    expect((await anonymous.storage.getBucket('posters')).error).toMatchObject({ message: 'Bucket not found' })
    expect((await anonymous.storage.createBucket(newName())).error).toMatchObject({
      statusCode: '403',
      message: 'new row violates row-level security policy',
    })
    for (const change of [
      anonymous.storage.updateBucket('posters', { public: false }),
      anonymous.storage.deleteBucket('posters'),
    ]) {
      expect((await change).error).toMatchObject({ message: 'Bucket not found' })
    }
  })

  it('a person makes what the policy allows, and owns it', async () => {
    const name = newName()
    expect((await ana.client.storage.createBucket(name, { public: true })).error).toMatchObject({ statusCode: '403' })
    data(await ana.client.storage.createBucket(name))
    expect(data(await ana.client.storage.getBucket(name))).toMatchObject({ owner: ana.id })
    expect((await ana.client.storage.updateBucket(name, { public: true })).error).toMatchObject({
      message: 'Bucket not found',
    })
    data(await service.storage.deleteBucket(name))
  })

  it('only the project’s own server empties one', async () => {
    for (const client of [anonymous, ana.client]) {
      expect((await client.storage.emptyBucket('posters')).error).toMatchObject({
        status: 403,
        message: 'Access denied: Invalid role',
      })
    }
  })
})
