import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person } from '../../contract/people.ts'
import { anonymous, data, service } from '../../contract/rest/client.ts'

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

const ana = await person()
const callers = [
  ['a visitor', anonymous],
  ['Ana, who has signed in', ana.client],
] as const
type Caller = typeof service

beforeAll(async () => {
  data(await analytics.createBucket(BUCKET))
  data(await catalog.createNamespace(sales))
  data(await catalog.createTable(sales, table))
})
afterAll(async () => {
  await catalog.dropTable(visits, { purge: true })
  await catalog.dropNamespace(sales)
  await analytics.deleteBucket(BUCKET)
})

/** What is there, by what the service role finds. */
const found = async () => ({
  buckets: data(await analytics.listBuckets()),
  namespaces: data(await catalog.listNamespaces()),
  tables: data(await catalog.listTables(sales)),
  table: data(await catalog.loadTable(visits)),
})

const bucketsOf = (caller: Caller) => caller.storage.analytics
const catalogOf = (caller: Caller) => bucketsOf(caller).from(BUCKET)

type Attempt = (caller: Caller) => PromiseLike<{ data: unknown; error: { message: string } | null }>

const attempts: Record<string, Record<string, Attempt>> = {
  bucket: {
    select: (caller) => bucketsOf(caller).listBuckets(),
    insert: (caller) => bucketsOf(caller).createBucket(`${BUCKET}-2`),
    'insert as any bucket': (caller) =>
      caller.storage.createBucket(`${BUCKET}-2`, { public: false, type: 'ANALYTICS' }),
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
  it.each(callers)('is nothing that %s reads, adds, changes or deletes', async (_name, caller) => {
    const before = await found()
    for (const attempt of Object.values(verbs)) expect(await attempt(caller)).toMatchObject({ data: null })
    expect(await found()).toEqual(before)
  })
})
