import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { data } from '../../contract/rest/client.ts'
import { refusal } from '../../contract/storage/client.ts'
import { ask, bucket, keysOf, name, vectors, withIndex } from './vectors-client.ts'

beforeAll(async () => {
  data(await vectors.createBucket(name))
})

afterAll(async () => {
  const { indexes } = data(await bucket.listIndexes())
  for (const { indexName } of indexes) await bucket.deleteIndex(indexName)
  await vectors.deleteBucket(name)
})

describe('a query', () => {
  it.each([
    ['cosine', [0, 1 - Math.SQRT1_2, 1, 2]],
    ['euclidean', [2, Math.hypot(2, 1), Math.hypot(3, 1), 4]],
    ['dotproduct', [-3, -3, 0, 3]],
  ] as const)('finds the closest by %s', async (metric, [same, diagonal, across, opposite]) => {
    await withIndex(['compass', 2, metric], async (index) => {
      const points = { same: [1, 0], diagonal: [1, 1], across: [0, 1], opposite: [-1, 0] }
      const put = Object.entries(points).map(([key, float32]) => ({ key, data: { float32 } }))
      data(await index.putVectors({ vectors: put }))
      const query = { queryVector: { float32: [3, 0] }, topK: 4, returnDistance: true }
      const found = data(await index.queryVectors(query))
      expect(found.distanceMetric).toBe(metric)
      const expected = { same, diagonal, across, opposite }
      for (const { key, distance } of found.vectors)
        expect(distance).toBeCloseTo(z.number().parse(Object.entries(expected).find(([name]) => name === key)?.[1]), 6)
      expect(found.vectors.map(({ distance }) => distance)).toEqual(
        found.vectors.map(({ distance }) => distance ?? Number.NaN).toSorted((a, b) => a - b),
      )
      expect(keysOf(found)).toHaveLength(4)
      const { vectors: closest } = data(await index.queryVectors({ queryVector: { float32: [-1, 0.1] }, topK: 1 }))
      expect(closest).toEqual([{ key: 'opposite' }])
    })
  })

  it('has as many matches as it asks for, in pages of a thousand', async () => {
    await withIndex(['line', 1], async (index) => {
      for (const start of [0, 500, 1000]) {
        const some = Array.from({ length: 500 }, (_, i) => ({ key: `${start + i}`, data: { float32: [start + i] } }))
        data(await index.putVectors({ vectors: some }))
      }
      const query = { queryVector: { float32: [0] }, topK: 1200, returnMetadata: true }
      const first = data(await index.queryVectors(query))
      const second = data(await index.queryVectors({ ...query, nextToken: first.nextToken ?? '' }))
      expect([...keysOf(first), ...keysOf(second)]).toEqual(Array.from({ length: 1200 }, (_, i) => String(i)))
      expect(second.nextToken).toBeUndefined()
    })
  })

  it('is refused where it cannot be compared', async () => {
    await withIndex(['picky', 2, 'cosine'], async () => {
      const query = { vectorBucketName: name, indexName: 'picky', queryVector: { float32: [1, 1] }, topK: 1 }
      for (const part of [
        { queryVector: { float32: [1] } },
        { queryVector: { float32: [0, 0] } },
        { queryVector: { float32: [1e300, 1] } },
        { queryVector: { float32: ['1', '1'] } },
        { queryVector: {} },
        { topK: 0 },
        { topK: 10_001 },
        { nextToken: 'nonsense' },
      ])
        expect(await refusal(await ask('QueryVectors', { ...query, ...part }))).toMatchObject({ status: 400 })
    })
  })
})
