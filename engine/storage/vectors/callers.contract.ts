import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person } from '../../contract/people.ts'
import { anonymous, data, service } from '../../contract/rest/client.ts'

/** Vector buckets are for the project's own server: nobody who signs in, or does not, gets at one, its indexes or vectors. */
const BUCKET = `isolation-${crypto.randomUUID()}`
const words = { indexName: 'words', dataType: 'float32', dimension: 2, distanceMetric: 'cosine' } as const
const bread = { key: 'bread', data: { float32: [1, 0] }, metadata: { kind: 'food' } }

const { vectors } = service.storage
const index = vectors.from(BUCKET).index('words')
const everything = { keys: ['bread', 'stone'], returnData: true, returnMetadata: true }

const ana = await person()
const callers = [
  ['a visitor', anonymous],
  ['Ana, who has signed in', ana.client],
] as const
type Caller = typeof service

beforeAll(async () => {
  data(await vectors.createBucket(BUCKET))
  data(await vectors.from(BUCKET).createIndex(words))
  data(await index.putVectors({ vectors: [bread] }))
})
afterAll(async () => {
  await vectors.from(BUCKET).deleteIndex('words')
  await vectors.deleteBucket(BUCKET)
})

/** What is there, by what the service role finds. */
async function found() {
  const buckets = data(await vectors.listBuckets())
  const indexes = data(await vectors.from(BUCKET).listIndexes())
  const stored = data(await index.getVectors(everything))
  return {
    buckets: buckets.vectorBuckets.map(({ vectorBucketName }) => vectorBucketName),
    indexes: indexes.indexes.map(({ indexName }) => indexName),
    vectors: stored.vectors,
  }
}

const bucketOf = (caller: Caller) => caller.storage.vectors

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
  it.each(callers)('is nothing that %s reads, adds, changes or deletes', async (_name, caller) => {
    const before = await found()
    for (const attempt of Object.values(verbs)) expect(await attempt(caller)).toMatchObject({ data: null })
    expect(await found()).toEqual(before)
  })
})
