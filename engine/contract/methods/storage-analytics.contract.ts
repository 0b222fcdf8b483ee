import { describe, expect, it } from 'vitest'
import { service } from '../rest/client.ts'
import { data } from './answers.ts'

const { analytics } = service.storage
const newName = () => `m-${crypto.randomUUID()}`

const sales = { namespace: ['sales'] }
const visits = { ...sales, name: 'visits' }
const schema = { type: 'struct' as const, fields: [{ id: 1, name: 'id', type: 'long', required: true }] }

/** A bucket of its own with a namespace. */
async function newCatalog() {
  const name = newName()
  data(await analytics.createBucket(name))
  const catalog = analytics.from(name)
  data(await catalog.createNamespace(sales, { properties: { owner: 'Ana' } }))
  return { name, catalog }
}

describe('analytics buckets', () => {
  it('storage.analytics.createBucket, storage.analytics.listBuckets', async () => {
    const name = newName()
    const times = { created_at: expect.any(String), updated_at: expect.any(String) }
    const bucket = { id: name, name, type: 'ANALYTICS', format: 'iceberg', ...times }
    expect(data(await analytics.createBucket(name))).toEqual(bucket)
    expect(data(await analytics.listBuckets({ search: name }))).toEqual([bucket])
    expect((await analytics.createBucket(name)).error).toMatchObject({ status: 409 })
  })

  it('storage.analytics.deleteBucket', async () => {
    const { name, catalog } = await newCatalog()
    expect((await analytics.deleteBucket(name)).error).toMatchObject({ status: 409 })
    data(await catalog.dropNamespace(sales))
    expect(data(await analytics.deleteBucket(name))).toEqual({ message: 'Successfully deleted' })
    expect((await analytics.deleteBucket(name)).error).toMatchObject({ status: 404 })
  })

  it('storage.analytics.from', async () => {
    const { catalog } = await newCatalog()
    expect(data(await catalog.listNamespaces())).toEqual([sales])
    expect(() => analytics.from('a/b')).toThrow('Invalid bucket name')
  })
})

describe('a catalog', () => {
  it('storage.analytics.from().createNamespace, storage.analytics.from().listNamespaces', async () => {
    const { catalog } = await newCatalog()
    const visitors = { namespace: ['visitors'] }
    const made = data(await catalog.createNamespace(visitors, { properties: { owner: 'Ana' } }))
    expect(made).toEqual({ ...visitors, properties: { owner: 'Ana' } })
    expect(data(await catalog.listNamespaces())).toEqual([sales, visitors])
    expect((await catalog.createNamespace(visitors)).error).toMatchObject({ status: 409 })
  })

  it('storage.analytics.from().createNamespaceIfNotExists', async () => {
    const { catalog } = await newCatalog()
    expect(data(await catalog.createNamespaceIfNotExists(sales))).toBeUndefined()
    const visitors = { namespace: ['visitors'] }
    expect(data(await catalog.createNamespaceIfNotExists(visitors))).toEqual({ ...visitors, properties: {} })
  })

  it('storage.analytics.from().namespaceExists, storage.analytics.from().loadNamespaceMetadata', async () => {
    const { catalog } = await newCatalog()
    expect(data(await catalog.namespaceExists(sales))).toBe(true)
    expect(data(await catalog.namespaceExists({ namespace: ['none'] }))).toBe(false)
    expect(data(await catalog.loadNamespaceMetadata(sales))).toEqual({ properties: { owner: 'Ana' } })
  })

  it('storage.analytics.from().dropNamespace', async () => {
    const { catalog } = await newCatalog()
    data(await catalog.createTable(sales, { name: 'visits', schema }))
    expect((await catalog.dropNamespace(sales)).error).toMatchObject({ status: 409 })
    data(await catalog.dropTable(visits))
    expect((await catalog.dropNamespace(sales)).error).toBeNull()
    expect(data(await catalog.namespaceExists(sales))).toBe(false)
  })
})

describe('tables', () => {
  it('storage.analytics.from().createTable, storage.analytics.from().loadTable', async () => {
    const { catalog } = await newCatalog()
    const made = data(await catalog.createTable(sales, { name: 'visits', schema, properties: { owner: 'Ana' } }))
    expect(made).toMatchObject({ 'format-version': 2, 'last-column-id': 1, properties: { owner: 'Ana' } })
    expect(data(await catalog.loadTable(visits))).toEqual(made)
    expect((await catalog.loadTable({ ...visits, name: 'none' })).error).toMatchObject({ status: 404 })
  })

  it('storage.analytics.from().createTableIfNotExists', async () => {
    const { catalog } = await newCatalog()
    const made = data(await catalog.createTableIfNotExists(sales, { name: 'visits', schema }))
    expect(data(await catalog.createTableIfNotExists(sales, { name: 'visits', schema }))).toEqual(made)
  })

  it('storage.analytics.from().listTables, storage.analytics.from().tableExists', async () => {
    const { catalog } = await newCatalog()
    expect(data(await catalog.tableExists(visits))).toBe(false)
    data(await catalog.createTable(sales, { name: 'visits', schema }))
    expect(data(await catalog.listTables(sales))).toEqual([visits])
    expect(data(await catalog.tableExists(visits))).toBe(true)
  })

  it('storage.analytics.from().updateTable', async () => {
    const { catalog } = await newCatalog()
    data(await catalog.createTable(sales, { name: 'visits', schema }))
    const wider = { ...schema, fields: [...schema.fields, { id: 2, name: 'page', type: 'string', required: false }] }
    const updated = data(await catalog.updateTable(visits, { schema: wider, properties: { note: 'all of them' } }))
    expect(updated.metadata).toMatchObject({
      'current-schema-id': 1,
      'last-column-id': 2,
      properties: { note: 'all of them' },
    })
    expect(data(await catalog.loadTable(visits))).toEqual(updated.metadata)
  })

  it('storage.analytics.from().dropTable', async () => {
    const { catalog } = await newCatalog()
    data(await catalog.createTable(sales, { name: 'visits', schema }))
    expect((await catalog.dropTable(visits, { purge: true })).error).toBeNull()
    expect(data(await catalog.tableExists(visits))).toBe(false)
  })
})
