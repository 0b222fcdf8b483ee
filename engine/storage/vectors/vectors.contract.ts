import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { person } from '../../contract/people.ts'
import { anonymous, data, service } from '../../contract/rest-client.ts'
import { call, refusal } from '../../contract/storage-client.ts'

const { vectors } = service.storage
const name = `v-${crypto.randomUUID()}`
const bucket = vectors.from(name)

/** As no client would send it. */
const ask = (endpoint: string, body: unknown, init: Parameters<typeof call>[1] = {}) =>
  call(`/vector/${endpoint}`, { method: 'POST', body: JSON.stringify(body), ...init })

async function newIndex(indexName: string, dimension: number, distanceMetric = 'euclidean', unfilterable?: string[]) {
  const metadataConfiguration = unfilterable && { nonFilterableMetadataKeys: unfilterable }
  data(
    await bucket.createIndex({
      ...{ indexName, dataType: 'float32', dimension, distanceMetric },
      ...(metadataConfiguration && { metadataConfiguration }),
    }),
  )
  return bucket.index(indexName)
}

async function withIndex(
  args: Parameters<typeof newIndex>,
  test: (index: Awaited<ReturnType<typeof newIndex>>) => Promise<void>,
) {
  const index = await newIndex(...args)
  try {
    await test(index)
  } finally {
    data(await bucket.deleteIndex(args[0]))
  }
}

const keysOf = ({ vectors }: { vectors: { key: string }[] }) => vectors.map(({ key }) => key)

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

type Value = string | number | boolean
type Field = Record<string, unknown>
type Metadata = Record<string, Value | Value[]>

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

/** What a filter means, said once more. */
function meets(metadata: Metadata, filter: Field): boolean {
  return Object.entries(filter).every(([name, asked]) => {
    const parts = z.array(z.record(z.string(), z.unknown()))
    if (name === '$and') return parts.parse(asked).every((part) => meets(metadata, part))
    if (name === '$or') return parts.parse(asked).some((part) => meets(metadata, part))
    const held = Object.hasOwn(metadata, name) ? metadata[name] : undefined
    const operations = typeof asked === 'object' && asked !== null ? Object.entries(asked) : [['$eq', asked] as const]
    return operations.every(([operator, operand]) => holds(held, operator, operand))
  })
}

function holds(held: Value | Value[] | undefined, operator: string, operand: unknown): boolean {
  if (operator === '$exists') return operand === (held !== undefined)
  if (held === undefined) return false
  const elements = [held].flat()
  const isOf = (values: unknown[]) => elements.some((element) => values.some((value) => value === element))
  if (operator === '$eq') return isOf([operand])
  if (operator === '$ne') return !isOf([operand])
  if (operator === '$in') return isOf(z.array(z.unknown()).parse(operand))
  if (operator === '$nin') return !isOf(z.array(z.unknown()).parse(operand))
  if (typeof held !== 'number') return false
  const limit = z.number().parse(operand)
  if (operator === '$gt') return held > limit
  if (operator === '$gte') return held >= limit
  if (operator === '$lt') return held < limit
  return held <= limit
}
