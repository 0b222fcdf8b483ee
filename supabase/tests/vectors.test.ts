import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, callers } from './isolation.matrix.ts'
import { arrange, service } from './people.ts'
import { buildWorld, tearDownWorld, type World } from './world.ts'

/** Vector buckets are for the project's own server: nobody who signs in, or does not, gets at one, its indexes or vectors. */
const BUCKET = `isolation-${crypto.randomUUID()}`
const words = { indexName: 'words', dataType: 'float32', dimension: 2, distanceMetric: 'cosine' } as const
const bread = { key: 'bread', data: { float32: [1, 0] }, metadata: { kind: 'food' } }

const { vectors } = service.storage
const index = vectors.from(BUCKET).index('words')
const everything = { keys: ['bread', 'stone'], returnData: true, returnMetadata: true }

let world: World
beforeAll(async () => {
  world = await buildWorld()
  await arrange(vectors.createBucket(BUCKET))
  await arrange(vectors.from(BUCKET).createIndex(words))
  await arrange(index.putVectors({ vectors: [bread] }))
})
afterAll(async () => {
  await vectors.from(BUCKET).deleteIndex('words')
  await vectors.deleteBucket(BUCKET)
  await tearDownWorld(world)
})

/** What is there, by what the service role finds. */
async function found() {
  const buckets = await arrange(vectors.listBuckets())
  const indexes = await arrange(vectors.from(BUCKET).listIndexes())
  const stored = await arrange(index.getVectors(everything))
  return {
    buckets: buckets?.vectorBuckets.map(({ vectorBucketName }) => vectorBucketName),
    indexes: indexes?.indexes.map(({ indexName }) => indexName),
    vectors: stored?.vectors,
  }
}

const bucketOf = (caller: Caller) => world.people[caller].db.storage.vectors

type Attempt = (caller: Caller) => PromiseLike<{ data: unknown; error: { message: string } | null }>

const attempts: Record<string, Record<string, Attempt>> = {
  bucket: {
    select: (caller) => bucketOf(caller).getBucket(BUCKET),
    'select all': (caller) => bucketOf(caller).listBuckets(),
    insert: (caller) => bucketOf(caller).createBucket(`${BUCKET}-2`),
    delete: (caller) => bucketOf(caller).deleteBucket(BUCKET),
  },
  index: {
    select: (caller) => bucketOf(caller).from(BUCKET).getIndex('words'),
    'select all': (caller) => bucketOf(caller).from(BUCKET).listIndexes(),
    insert: (caller) =>
      bucketOf(caller)
        .from(BUCKET)
        .createIndex({ ...words, indexName: 'theirs' }),
    delete: (caller) => bucketOf(caller).from(BUCKET).deleteIndex('words'),
  },
  vector: {
    select: (caller) => bucketOf(caller).from(BUCKET).index('words').getVectors(everything),
    'select all': (caller) => bucketOf(caller).from(BUCKET).index('words').listVectors(),
    'select near': (caller) =>
      bucketOf(caller).from(BUCKET).index('words').queryVectors({ queryVector: bread.data, topK: 1 }),
    insert: (caller) => putBy(caller, { ...bread, key: 'stone' }),
    update: (caller) => putBy(caller, { ...bread, metadata: { kind: 'theirs' } }),
    delete: (caller) =>
      bucketOf(caller)
        .from(BUCKET)
        .index('words')
        .deleteVectors({ keys: ['bread'] }),
  },
}

const putBy = (caller: Caller, vector: typeof bread) =>
  bucketOf(caller)
    .from(BUCKET)
    .index('words')
    .putVectors({ vectors: [vector] })

describe.each(Object.entries(attempts))('a vector %s', (_, verbs) => {
  it.each(callers)('is nothing that %s reads, adds, changes or deletes', async (caller) => {
    const before = await found()
    for (const attempt of Object.values(verbs)) expect(await attempt(caller)).toMatchObject({ data: null })
    expect(await found()).toEqual(before)
  })
})

describe.each([
  ['storage', 'buckets_vectors'],
  ['storage', 'vector_indexes'],
  ['engine', 'vectors'],
])('the table %s.%s', (schema, table) => {
  it.each(callers)('is not in the API, for %s as for everybody', async (caller) => {
    const rows = world.people[caller].db.schema(schema).from(table)
    for (const { data, error } of [
      await rows.select(),
      await rows.insert({ id: 'theirs' }),
      await rows.update({ id: 'theirs' }).neq('id', ''),
      await rows.delete().neq('id', ''),
    ]) {
      expect(data).toBeNull()
      expect(error).not.toBeNull()
    }
  })
})
