import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, callers } from './isolation.matrix.ts'
import { arrange, service } from './people.ts'
import { buildWorld, tearDownWorld, type World } from './world.ts'

/** Analytics buckets are for the project's own server: nobody who signs in, or does not, gets at one or what is in it. */
const BUCKET = `isolation-${crypto.randomUUID()}`
const sales = { namespace: ['sales'] }
const visits = { ...sales, name: 'visits' }
const table = {
  name: 'visits',
  schema: { type: 'struct' as const, fields: [{ id: 1, name: 'id', type: 'long', required: true }] },
}

const { analytics } = service.storage
const catalog = analytics.from(BUCKET)

let world: World
beforeAll(async () => {
  world = await buildWorld()
  await arrange(analytics.createBucket(BUCKET))
  await arrange(catalog.createNamespace(sales))
  await arrange(catalog.createTable(sales, table))
})
afterAll(async () => {
  await catalog.dropTable(visits, { purge: true })
  await catalog.dropNamespace(sales)
  await analytics.deleteBucket(BUCKET)
  await tearDownWorld(world)
})

/** What is there, by what the service role finds. */
const found = async () => ({
  buckets: await arrange(analytics.listBuckets()),
  namespaces: await arrange(catalog.listNamespaces()),
  tables: await arrange(catalog.listTables(sales)),
  table: await arrange(catalog.loadTable(visits)),
})

const bucketsOf = (caller: Caller) => world.people[caller].db.storage.analytics
const catalogOf = (caller: Caller) => bucketsOf(caller).from(BUCKET)

type Attempt = (caller: Caller) => PromiseLike<{ data: unknown; error: { message: string } | null }>

const attempts: Record<string, Record<string, Attempt>> = {
  bucket: {
    select: (caller) => bucketsOf(caller).listBuckets(),
    insert: (caller) => bucketsOf(caller).createBucket(`${BUCKET}-2`),
    'insert as any bucket': (caller) =>
      world.people[caller].db.storage.createBucket(`${BUCKET}-2`, { public: false, type: 'ANALYTICS' }),
    delete: (caller) => bucketsOf(caller).deleteBucket(BUCKET),
  },
  namespace: {
    select: (caller) => catalogOf(caller).loadNamespaceMetadata(sales),
    'select all': (caller) => catalogOf(caller).listNamespaces(),
    insert: (caller) => catalogOf(caller).createNamespace({ namespace: ['theirs'] }),
    delete: (caller) => catalogOf(caller).dropNamespace(sales),
  },
  table: {
    select: (caller) => catalogOf(caller).loadTable(visits),
    'select all': (caller) => catalogOf(caller).listTables(sales),
    insert: (caller) => catalogOf(caller).createTable(sales, { ...table, name: 'theirs' }),
    update: (caller) => catalogOf(caller).updateTable(visits, { properties: { owner: 'theirs' } }),
    delete: (caller) => catalogOf(caller).dropTable(visits, { purge: true }),
  },
}

describe.each(Object.entries(attempts))('of analytics, a %s', (_, verbs) => {
  it.each(callers)('is nothing that %s reads, adds, changes or deletes', async (caller) => {
    const before = await found()
    for (const attempt of Object.values(verbs)) expect(await attempt(caller)).toMatchObject({ data: null })
    expect(await found()).toEqual(before)
  })
})

describe.each(['buckets_analytics', 'iceberg_namespaces', 'iceberg_tables'])('the table storage.%s', (name) => {
  it.each(callers)('is not in the API, for %s as for everybody', async (caller) => {
    const rows = world.people[caller].db.schema('storage').from(name)
    for (const { data, error } of [
      await rows.select(),
      await rows.insert({ name: 'theirs' }),
      await rows.update({ name: 'theirs' }).neq('name', ''),
      await rows.delete().neq('name', ''),
    ]) {
      expect(data).toBeNull()
      expect(error).not.toBeNull()
    }
  })
})
