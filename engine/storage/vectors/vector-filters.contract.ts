import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { data } from '../../contract/rest/client.ts'
import { call, refusal } from '../../contract/storage/client.ts'
import {
  ask,
  bucket,
  type Field,
  keysOf,
  type Metadata,
  meets,
  name,
  newIndex,
  type Value,
  vectors,
} from './vectors-client.ts'

beforeAll(async () => {
  data(await vectors.createBucket(name))
})

afterAll(async () => {
  const { indexes } = data(await bucket.listIndexes())
  for (const { indexName } of indexes) await bucket.deleteIndex(indexName)
  await vectors.deleteBucket(name)
})

describe('a filter', () => {
  const films: Record<string, Metadata> = {
    alien: { genre: ['horror', 'science'], year: 1979, good: true },
    airplane: { genre: 'comedy', year: 1980, good: true, "it's": '"odd" \\ %' },
    cats: { genre: ['musical'], year: 2019, good: false },
    lost: { genre: 'documentary', year: '1927' },
    plain: {},
  }
  let index: Awaited<ReturnType<typeof newIndex>>
  beforeAll(async () => {
    index = await newIndex('films', 1, 'euclidean', ['plot'])
    const put = Object.entries(films).map(([key, metadata], i) => ({ key, data: { float32: [i] }, metadata }))
    data(await index.putVectors({ vectors: put }))
  })

  const matching = async (filter: Field) =>
    keysOf(data(await index.queryVectors({ queryVector: { float32: [0] }, topK: 10, filter }))).sort()
  const send = (filter: unknown) =>
    ask('QueryVectors', {
      ...{ vectorBucketName: name, indexName: 'films', queryVector: { float32: [0] }, topK: 10, filter },
    })

  it.each<[Field, string[]]>([
    [{ genre: 'comedy' }, ['airplane']],
    [{ genre: { $eq: 'science' } }, ['alien']],
    [{ genre: { $ne: 'comedy' } }, ['alien', 'cats', 'lost']],
    [{ genre: { $in: ['musical', 'comedy'] } }, ['airplane', 'cats']],
    [{ genre: { $nin: ['musical', 'science'] } }, ['airplane', 'lost']],
    [{ year: 1980 }, ['airplane']],
    [{ year: '1980' }, []],
    [{ year: '1927' }, ['lost']],
    [{ year: { $gt: 1979 } }, ['airplane', 'cats']],
    [{ year: { $gte: 1979, $lt: 2019 } }, ['airplane', 'alien']],
    [{ year: { $lte: 1980.5 } }, ['airplane', 'alien']],
    [{ good: true }, ['airplane', 'alien']],
    [{ good: { $ne: true } }, ['cats']],
    [{ good: { $exists: false } }, ['lost', 'plain']],
    [{ good: { $exists: true }, year: { $lt: 1980 } }, ['alien']],
    [{ $and: [{ good: true }, { genre: 'comedy' }] }, ['airplane']],
    [{ $or: [{ good: false }, { $and: [{ good: true }, { year: 1979 }] }] }, ['alien', 'cats']],
    [{ "it's": '"odd" \\ %' }, ['airplane']],
    [{ "'); drop table engine.vectors; --": "' or true --" }, []],
  ])('%j', async (filter, keys) => {
    expect(await matching(filter)).toEqual(keys)
  })

  it('is refused where it makes no sense, or asks what the index does not filter by', async () => {
    let deep: Field = { year: 1 }
    for (let level = 0; level < 40; level++) deep = { $and: [deep] }
    const wrong: [unknown, string][] = [
      [{}, 'condition'],
      [[], 'object'],
      ['year', 'object'],
      [null, 'object'],
      [{ year: {} }, 'nothing is asked'],
      [{ year: null }, 'value'],
      [{ year: [1] }, 'value'],
      [{ year: { $gt: '1' } }, 'take a number'],
      [{ year: { $in: [] } }, 'list of values'],
      [{ year: { $in: [[1]] } }, 'value'],
      [{ year: { $exists: 1 } }, 'true or false'],
      [{ year: { $like: 'x' } }, 'unknown operator $like'],
      [{ year: { constructor: 'x' } }, 'unknown operator constructor'],
      [{ $not: [{ year: 1 }] }, 'unknown operator $not'],
      [{ $and: [] }, 'list of filters'],
      [{ $and: [{ year: 1 }], year: 1 }, '$and must stand alone'],
      [{ plot: 'x' }, 'Metadata key "plot" is configured as non-filterable'],
      [{ $or: [{ year: 1 }, { plot: 'x' }] }, 'non-filterable'],
      [deep, 'deep'],
      [{ $or: Array.from({ length: 501 }, (_, year) => ({ year })) }, 'more than 500 conditions'],
    ]
    for (const [filter, words] of wrong) {
      expect(await refusal(await send(filter))).toMatchObject({
        ...{ status: 400, code: 'InvalidParameter', message: expect.stringContaining(words) },
      })
    }
    const abyss = `${'{"$and":['.repeat(100_000)}{"year":1}${']}'.repeat(100_000)}`
    const body = JSON.stringify({ vectorBucketName: name, indexName: 'films', queryVector: { float32: [0] }, topK: 10 })
    const answer = await call('/vector/QueryVectors', {
      method: 'POST',
      body: body.replace(/}$/, `,"filter":${abyss}}`),
    })
    expect(await refusal(answer)).toMatchObject({ status: 400, message: expect.stringContaining('deep') })
  })

  const value = fc.oneof(
    fc.constantFrom<Value>('comedy', 'science', '1927', 1979, 1980, true, false),
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  const fieldName = fc.oneof(fc.constantFrom('genre', 'year', 'good', 'missing'), fc.string({ unit: 'binary' }))
  const number = fc.oneof(fc.integer(), fc.constantFrom(1979, 1980, 2019))
  const operation = fc.record(
    {
      ...{ $eq: value, $ne: value, $gt: number, $gte: number, $lt: number, $lte: number },
      ...{ $in: fc.array(value, { minLength: 1 }), $nin: fc.array(value, { minLength: 1 }), $exists: fc.boolean() },
    },
    { requiredKeys: [] },
  )
  const { filter: anyFilter } = fc.letrec<{ filter: Field }>((tie) => ({
    filter: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.dictionary(fieldName, fc.oneof(value, operation), { minKeys: 1, maxKeys: 3 }),
      fc.record({ $and: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ $or: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
    ),
  }))

  it('finds what its words say, or is refused, whatever it is made of', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, async (filter) => {
        const answer = await send(filter)
        if (answer.status !== 200) {
          expect(answer.status).toBe(400)
          return
        }
        const found = z.object({ vectors: z.array(z.object({ key: z.string() })) }).parse(await answer.json())
        const meant = Object.entries(films).filter(([, metadata]) => meets(metadata, filter))
        expect(keysOf(found).sort()).toEqual(meant.map(([key]) => key).sort())
      }),
      { numRuns: 300, endOnFailure: true },
    )
  })

  it('makes the server fail by no JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (filter) => {
        expect((await send(filter)).status).toBeLessThan(500)
      }),
      { numRuns: 200, endOnFailure: true },
    )
  })
})
