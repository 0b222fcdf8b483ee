import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

describe('vectors', () => {
  it('are kept as numbers of 32 bits, and replaced whole', async () => {
    await withIndex(['floats', 3], async (index) => {
      const numbers = [0.1, 1e-45, -3.4e38]
      data(await index.putVectors({ vectors: [{ key: 'a', data: { float32: numbers }, metadata: { kind: 'old' } }] }))
      const all = { keys: ['a'], returnData: true, returnMetadata: true }
      expect(data(await index.getVectors(all)).vectors).toEqual([
        { key: 'a', data: { float32: numbers.map(Math.fround) }, metadata: { kind: 'old' } },
      ])
      data(await index.putVectors({ vectors: [{ key: 'a', data: { float32: [1, 2, 3] } }] }))
      expect(data(await index.getVectors(all)).vectors).toEqual([
        { key: 'a', data: { float32: [1, 2, 3] }, metadata: {} },
      ])
      expect(data(await index.getVectors({ keys: ['a'] })).vectors).toEqual([{ key: 'a' }])
    })
  })

  it('come five hundred at a time, of up to 4096 numbers', async () => {
    const most = Array.from({ length: 4096 }, (_, i) => Math.fround(Math.sin(i)))
    await withIndex(['large', 4096], async (index) => {
      data(await index.putVectors({ vectors: [{ key: 'a', data: { float32: most } }] }))
      expect(data(await index.listVectors({ returnData: true })).vectors).toEqual([
        { key: 'a', data: { float32: most } },
      ])
    })
    await withIndex(['many', 1], async (index) => {
      const many = Array.from({ length: 501 }, (_, i) => ({ key: String(i), data: { float32: [i] } }))
      const put = (count: number) =>
        ask('PutVectors', { vectorBucketName: name, indexName: 'many', vectors: many.slice(0, count) })
      expect((await put(501)).status).toBe(400)
      expect((await put(500)).status).toBe(200)
      expect(data(await index.listVectors({ maxResults: 1000 })).vectors).toHaveLength(500)
    })
  })

  it('are refused, all of them, where one does not belong in the index', async () => {
    await withIndex(['strict', 2, 'cosine', ['text']], async (index) => {
      const good = { key: 'good', data: { float32: [1, 1] } }
      const wrong: [unknown, string][] = [
        [{ ...good, key: 'a', data: { float32: [1] } }, "key 'a': vector must have length 2, but has length 1"],
        [{ ...good, key: 'a', data: { float32: [0, -0] } }, 'zeros'],
        [{ ...good, key: 'a', data: { float32: [1e39, 1] } }, '32 bits'],
        [{ ...good, key: '' }, 'key'],
        [{ ...good, key: 'x'.repeat(1025) }, 'key'],
        [{ ...good, key: '✓'.repeat(1000) }, 'at most 2600 bytes'],
        [good, 'duplicate keys'],
        [{ ...good, key: 'a', metadata: { deep: { er: 1 } } }, 'metadata'],
        [{ ...good, key: 'a', metadata: { nothing: null } }, 'metadata'],
        [
          { ...good, key: 'a', metadata: { many: 'x'.repeat(2048) } },
          'Filterable metadata must have at most 2048 bytes',
        ],
        [{ ...good, key: 'a', metadata: { text: 'x'.repeat(41_000) } }, 'Total metadata must have at most 40960 bytes'],
        [
          { ...good, key: 'a', metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i, 1])) },
          'Metadata must have at most 50 keys',
        ],
        [{ ...good, key: 'lone \ud800' }, ''],
        [{ ...good, key: 'a', metadata: { lone: '\ud800' } }, ''],
        [{ ...good, key: 'null \0' }, 'U+0000'],
      ]
      for (const [vector, words] of wrong) {
        const body = { vectorBucketName: name, indexName: 'strict', vectors: [good, vector] }
        const refused = await refusal(await ask('PutVectors', body))
        expect(refused).toMatchObject({ status: 400, message: expect.stringContaining(words) })
      }
      expect(data(await index.listVectors()).vectors).toEqual([])
      const long = { ...good, metadata: { text: 'x'.repeat(30_000) } }
      data(await index.putVectors({ vectors: [long] }))
      expect(data(await index.getVectors({ keys: ['good'], returnMetadata: true })).vectors).toEqual([
        { key: 'good', metadata: long.metadata },
      ])
    })
  })

  it('are listed in segments that are all of them together, each in pages', async () => {
    await withIndex(['segments', 1], async (index) => {
      const keys = Array.from({ length: 60 }, (_, i) => `key ${i}`)
      data(await index.putVectors({ vectors: keys.map((key, i) => ({ key, data: { float32: [i] } })) }))
      const segments = await Promise.all(
        [0, 1, 2].map(async (segmentIndex) => {
          const found: string[] = []
          for (let nextToken: string | undefined; ; ) {
            const options = { segmentCount: 3, segmentIndex, maxResults: 7, ...(nextToken && { nextToken }) }
            const page = data(await index.listVectors(options))
            expect(page.vectors.length).toBeLessThanOrEqual(7)
            found.push(...keysOf(page))
            nextToken = page.nextToken
            if (nextToken === undefined) return found
          }
        }),
      )
      expect(segments.flat().sort()).toEqual(keys.sort())
      expect(segments.filter((segment) => segment.length > 0)).toHaveLength(3)
      const list = { vectorBucketName: name, indexName: 'segments' }
      for (const part of [{ segmentCount: 2 }, { segmentIndex: 0 }, { segmentCount: 2, segmentIndex: 2 }]) {
        const refused = await refusal(await ask('ListVectors', { ...list, ...part }))
        expect(refused).toMatchObject({ status: 400, code: 'InvalidParameter' })
      }
    })
  })
})
