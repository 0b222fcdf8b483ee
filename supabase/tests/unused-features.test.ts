import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callers } from '../isolation/rights.ts'
import { engine } from './engine.ts'
import { service } from './people.ts'
import { buildWorld, tearDownWorld, type World } from './world.ts'

/* Features of the storage that this project does not ask for: nobody gets at them, the project's own server included. */

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(() => tearDownWorld(world))

const clients = () => [...callers.map((caller) => world.people[caller].db), service]

it('vector buckets are not there', async () => {
  for (const { storage } of clients()) {
    for (const { data, error } of [
      await storage.vectors.listBuckets(),
      await storage.vectors.createBucket('theirs'),
      await storage.vectors.from('theirs').listIndexes(),
      await storage.vectors.from('theirs').index('words').listVectors(),
    ]) {
      expect(data).toBeNull()
      expect(error).not.toBeNull()
    }
  }
})

it('analytics buckets are not there', async () => {
  for (const { storage } of clients()) {
    for (const { data, error } of [
      await storage.analytics.listBuckets(),
      await storage.analytics.createBucket('theirs'),
      await storage.createBucket('theirs', { public: false, type: 'ANALYTICS' }),
      await storage.analytics.from('theirs').listNamespaces(),
    ]) {
      expect(data).toBeNull()
      expect(error).not.toBeNull()
    }
  }
})

it('the S3 protocol is not there', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    for (const path of ['', 'avatars', 'avatars/a.txt']) {
      expect((await fetch(`${engine.url}/storage/v1/s3/${path}`, { method })).status).toBe(404)
    }
  }
})

describe.each([
  ['storage', 'buckets_vectors'],
  ['storage', 'vector_indexes'],
  ['engine', 'vectors'],
  ['storage', 'buckets_analytics'],
  ['storage', 'iceberg_namespaces'],
  ['storage', 'iceberg_tables'],
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
