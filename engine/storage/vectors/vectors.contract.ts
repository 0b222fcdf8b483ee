import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person } from '../../contract/people.ts'
import { anonymous, data } from '../../contract/rest/client.ts'
import { refusal } from '../../contract/storage/client.ts'
import { ask, bucket, name, vectors, withIndex } from './vectors-client.ts'

beforeAll(async () => {
  data(await vectors.createBucket(name))
})

afterAll(async () => {
  const { indexes } = data(await bucket.listIndexes())
  for (const { indexName } of indexes) await bucket.deleteIndex(indexName)
  await vectors.deleteBucket(name)
})

it('is for the project’s own server alone', async () => {
  const ana = await person()
  const callers = [anonymous, ana.client]
  for (const { storage } of callers) {
    expect((await storage.vectors.listBuckets()).error).toMatchObject({
      ...{ status: 403, statusCode: '403', code: 'AccessDenied', message: 'Access denied: Invalid role' },
    })
    expect((await storage.vectors.createBucket('theirs')).error).toMatchObject({ status: 403 })
    expect((await storage.vectors.from(name).listIndexes()).error).toMatchObject({ status: 403 })
  }
  const nobody = await ask('ListVectorBuckets', {}, { headers: { authorization: '' } })
  expect(await refusal(nobody)).toMatchObject({ status: 400, code: 'InvalidRequest' })
  const forged = await ask('ListVectorBuckets', {}, { headers: { authorization: 'Bearer nonsense' } })
  expect(await refusal(forged)).toMatchObject({ status: 403, code: 'AccessDenied' })
  expect((await vectors.getBucket('theirs')).error).toMatchObject({ status: 404 })
})

it('knows no other address', async () => {
  expect(await refusal(await ask('constructor', {}))).toEqual({
    ...{ status: 404, statusCode: '404', error: 'Not Found', code: 'InvalidRequest' },
    message: 'Route POST:/vector/constructor not found',
  })
})

describe('a vector bucket', () => {
  it('is there once', async () => {
    expect(await refusal(await ask('CreateVectorBucket', { vectorBucketName: name }))).toEqual({
      ...{ status: 409, statusCode: '409', error: 'ConflictException', code: 'ConflictException' },
      message: `vector bucket "${name}" already exists`,
    })
  })

  it('has a name that a bucket can have', async () => {
    for (const vectorBucketName of ['', 'a/b', 'x'.repeat(101)]) {
      const refused = await refusal(await ask('CreateVectorBucket', { vectorBucketName }))
      expect(refused).toMatchObject({ status: 400, code: 'InvalidBucketName' })
    }
    expect(await refusal(await ask('CreateVectorBucket', {}))).toMatchObject({
      message: "body must have required property 'vectorBucketName'",
    })
  })

  it('is deleted only when it is empty, and as often as one likes', async () => {
    await withIndex(['documents', 2], async () => {
      expect((await vectors.deleteBucket(name)).error).toMatchObject({
        ...{ status: 400, code: 'VectorBucketNotEmpty', message: `Vector Bucket "${name}" not empty` },
      })
    })
    data(await vectors.deleteBucket(`${name}-none`))
  })

  it('is made at the start where config.toml names it', async () => {
    expect(data(await vectors.getBucket('archive')).vectorBucket.vectorBucketName).toBe('archive')
  })

  it('is listed by the beginning of its name, in pages', async () => {
    const names = ['_a', '_b', '_c'].map((ending) => `${name}${ending}`)
    for (const each of names) data(await vectors.createBucket(each))
    const prefix = `${name}_`
    const first = data(await vectors.listBuckets({ prefix, maxResults: 2 }))
    expect(first.vectorBuckets.map(({ vectorBucketName }) => vectorBucketName)).toEqual(names.slice(0, 2))
    const rest = data(await vectors.listBuckets({ prefix, maxResults: 2, nextToken: first.nextToken ?? '' }))
    expect(rest.vectorBuckets.map(({ vectorBucketName }) => vectorBucketName)).toEqual(names.slice(2))
    expect(rest.nextToken).toBeUndefined()
    expect(data(await vectors.listBuckets({ prefix: `${name}%` })).vectorBuckets).toEqual([])
    for (const each of names) data(await vectors.deleteBucket(each))
  })
})

describe('an index', () => {
  const index = { indexName: 'pictures', dataType: 'float32', dimension: 2, distanceMetric: 'cosine' }

  it('is there once, and only so many', async () => {
    for (const indexName of ['one', 'two', 'three']) data(await bucket.createIndex({ ...index, indexName }))
    expect((await bucket.createIndex({ ...index, indexName: 'two' })).error).toMatchObject({
      ...{ status: 409, code: 'ConflictException', message: 'vector index "two" already exists' },
    })
    expect((await bucket.createIndex({ ...index, indexName: 'four' })).error).toMatchObject({
      ...{ status: 400, code: 'S3VectorMaxIndexesExceeded' },
    })
    const page = data(await bucket.listIndexes({ maxResults: 2 }))
    expect(page.indexes).toMatchObject([{ indexName: 'one', vectorBucketName: name }, { indexName: 'three' }])
    const next = data(await bucket.listIndexes({ nextToken: page.nextToken ?? '' }))
    expect(next.indexes).toMatchObject([{ indexName: 'two' }])
    for (const indexName of ['one', 'two', 'three']) data(await bucket.deleteIndex(indexName))
  })

  it('is of a kind that there is', async () => {
    const wrong = [
      { indexName: 'Pictures' },
      { indexName: 'ab' },
      { indexName: '-pictures' },
      { indexName: 'x'.repeat(46) },
      { dataType: 'float64' },
      { dimension: 0 },
      { dimension: 4097 },
      { dimension: '2' },
      { dimension: 1.5 },
      { distanceMetric: 'manhattan' },
      { metadataConfiguration: {} },
      { metadataConfiguration: { nonFilterableMetadataKeys: [] } },
      { metadataConfiguration: { nonFilterableMetadataKeys: ['a', 'a'] } },
      { metadataConfiguration: { nonFilterableMetadataKeys: Array.from({ length: 11 }, String) } },
    ]
    for (const part of wrong) {
      const answer = await ask('CreateIndex', { vectorBucketName: name, ...index, ...part })
      expect(await refusal(answer)).toMatchObject({ status: 400, error: 'Error', code: 'InvalidRequest' })
    }
    expect(data(await bucket.listIndexes()).indexes).toEqual([])
  })

  it('is found in its own bucket only', async () => {
    const missing = { status: 404, statusCode: '404', code: 'NotFoundException' }
    const elsewhere = vectors.from(`${name}-none`)
    expect((await elsewhere.createIndex(index)).error).toMatchObject({
      ...{ ...missing, message: `resource "${name}-none" not found` },
    })
    await withIndex(['pictures', 2], async () => {
      for (const { error } of [
        await elsewhere.getIndex('pictures'),
        await elsewhere.deleteIndex('pictures'),
        await elsewhere.index('pictures').getVectors({ keys: ['a'] }),
        await bucket.index('paintings').listVectors(),
        await bucket.index('paintings').queryVectors({ queryVector: { float32: [1, 1] }, topK: 1 }),
        await bucket.index('paintings').putVectors({ vectors: [{ key: 'a', data: { float32: [1, 1] } }] }),
        await bucket.index('paintings').deleteVectors({ keys: ['a'] }),
      ])
        expect(error).toMatchObject(missing)
    })
  })

  it('takes its vectors with it when it is deleted', async () => {
    await withIndex(['pictures', 1], async (pictures) => {
      data(await pictures.putVectors({ vectors: [{ key: 'a', data: { float32: [1] } }] }))
    })
    await withIndex(['pictures', 1], async (pictures) => {
      expect(data(await pictures.listVectors()).vectors).toEqual([])
    })
  })
})
