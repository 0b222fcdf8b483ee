import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { data, service } from '../rest/client.ts'

const { vectors } = service.storage
const name = `m-${crypto.randomUUID()}`
const bucket = vectors.from(name)
const index = bucket.index('documents')

const documents = { indexName: 'documents', dataType: 'float32', dimension: 2, distanceMetric: 'cosine' } as const

beforeAll(async () => {
  data(await vectors.createBucket(name))
  data(await bucket.createIndex(documents))
  data(
    await index.putVectors({
      vectors: [
        { key: 'east', data: { float32: [1, 0] }, metadata: { side: 'right' } },
        { key: 'north', data: { float32: [0, 1] }, metadata: { side: 'top' } },
      ],
    }),
  )
})

afterAll(async () => {
  await bucket.deleteIndex('documents')
  await vectors.deleteBucket(name)
})

describe('vector buckets', () => {
  it('storage.vectors.createBucket, storage.vectors.getBucket, storage.vectors.deleteBucket', async () => {
    const another = `m-${crypto.randomUUID()}`
    data(await vectors.createBucket(another))
    expect(data(await vectors.getBucket(another))).toEqual({
      vectorBucket: { vectorBucketName: another, creationTime: expect.any(Number) },
    })
    data(await vectors.deleteBucket(another))
    expect((await vectors.getBucket(another)).error).toMatchObject({ status: 404, code: 'NotFoundException' })
  })

  it('storage.vectors.listBuckets', async () => {
    const { vectorBuckets } = data(await vectors.listBuckets({ prefix: name }))
    expect(vectorBuckets).toMatchObject([{ vectorBucketName: name }])
  })
})

describe('indexes of vectors', () => {
  it('storage.vectors.from, storage.vectors.from().getIndex', async () => {
    expect(data(await bucket.getIndex('documents')).index).toEqual({
      ...documents,
      vectorBucketName: name,
      creationTime: expect.any(Number),
    })
  })

  it('storage.vectors.from().createIndex, storage.vectors.from().listIndexes, storage.vectors.from().deleteIndex', async () => {
    data(await bucket.createIndex({ ...documents, indexName: 'pictures', distanceMetric: 'euclidean' }))
    const names = async () => data(await bucket.listIndexes()).indexes.map(({ indexName }) => indexName)
    expect(await names()).toEqual(['documents', 'pictures'])
    data(await bucket.deleteIndex('pictures'))
    expect(await names()).toEqual(['documents'])
  })
})

describe('vectors', () => {
  it('storage.vectors.from().index, storage.vectors.from().index().putVectors, storage.vectors.from().index().getVectors', async () => {
    data(await index.putVectors({ vectors: [{ key: 'west', data: { float32: [-1, 0] } }] }))
    const options = { keys: ['west', 'nowhere'], returnData: true, returnMetadata: true }
    expect(data(await index.getVectors(options))).toEqual({
      vectors: [{ key: 'west', data: { float32: [-1, 0] }, metadata: {} }],
    })
    data(await index.deleteVectors({ keys: ['west'] }))
  })

  it('storage.vectors.from().index().listVectors', async () => {
    const first = data(await index.listVectors({ maxResults: 1 }))
    expect(first).toEqual({ vectors: [{ key: 'east' }], nextToken: expect.any(String) })
    const nextToken = first.nextToken ?? ''
    expect(data(await index.listVectors({ maxResults: 1, nextToken }))).toEqual({ vectors: [{ key: 'north' }] })
  })

  it('storage.vectors.from().index().queryVectors', async () => {
    const query = { queryVector: { float32: [0, 2] }, topK: 2, returnDistance: true, returnMetadata: true }
    expect(data(await index.queryVectors(query))).toEqual({
      vectors: [
        { key: 'north', distance: 0, metadata: { side: 'top' } },
        { key: 'east', distance: 1, metadata: { side: 'right' } },
      ],
      distanceMetric: 'cosine',
    })
    const filtered = data(await index.queryVectors({ ...query, filter: { side: 'right' } }))
    expect(filtered.vectors.map(({ key }) => key)).toEqual(['east'])
  })

  it('storage.vectors.from().index().deleteVectors', async () => {
    data(await index.putVectors({ vectors: [{ key: 'south', data: { float32: [0, -1] } }] }))
    data(await index.deleteVectors({ keys: ['south', 'nowhere'] }))
    expect(data(await index.getVectors({ keys: ['south'] }))).toEqual({ vectors: [] })
  })
})
