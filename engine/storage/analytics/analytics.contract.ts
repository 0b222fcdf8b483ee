import { beforeAll, describe, expect, it } from 'vitest'
import { engine } from '../../contract/engine.ts'
import { person } from '../../contract/people.ts'
import { data, service } from '../../contract/rest/client.ts'
import { iceberg, longColumn, newCatalog, refused } from './analytics-client.ts'

const { analytics } = service.storage

describe('an analytics bucket', () => {
  it('is made by the way of other buckets too', async () => {
    const name = `a-${crypto.randomUUID()}`
    data(await service.storage.createBucket(name, { public: false, type: 'ANALYTICS' }))
    expect(data(await analytics.listBuckets({ search: name }))).toHaveLength(1)
    expect((await service.storage.getBucket(name)).error).toMatchObject({ message: 'Bucket not found' })
  })

  it('is found in lists by size, place, order and a part of its name', async () => {
    const mark = crypto.randomUUID()
    for (const letter of ['b', 'a', 'c']) data(await analytics.createBucket(`${letter}_${mark}`))
    const names = async (options: Parameters<typeof analytics.listBuckets>[0]) =>
      data(await analytics.listBuckets({ search: mark, ...options })).map(({ name }) => name.slice(0, 1))
    expect(await names({})).toEqual(['a', 'b', 'c'])
    expect(await names({ sortColumn: 'created_at', sortOrder: 'desc' })).toEqual(['c', 'a', 'b'])
    expect(await names({ limit: 1, offset: 1 })).toEqual(['b'])
    expect(await names({ search: `_${mark}` })).toHaveLength(3)
    expect(await names({ search: `%${mark}` })).toEqual([])
  })

  it('is refused without a good name, twice, and while it holds something', async () => {
    expect(await iceberg('POST', '/bucket', { name: 'a/b' })).toMatchObject(refused(400, 'InvalidBucketName'))
    expect(await iceberg('POST', '/bucket', {})).toMatchObject(
      refused(400, 'InvalidRequest', "body must have required property 'name'"),
    )
    const { bucket } = await newCatalog()
    expect(await iceberg('POST', '/bucket', { name: bucket })).toMatchObject(refused(409, 'BucketAlreadyExists'))
    expect(await iceberg('DELETE', `/bucket/${bucket}`)).toMatchObject(refused(409, 'ResourceNotEmpty'))
    expect(await iceberg('DELETE', '/bucket/nowhere')).toMatchObject(refused(404, 'NoSuchBucket'))
  })
})

describe('config.toml', () => {
  it('names those that are there from the start', async () => {
    expect(data(await analytics.listBuckets({ search: 'warehouse' }))).toMatchObject([{ name: 'warehouse' }])
  })

  it('says how many there may be', async () => {
    const { ask, create } = await newCatalog()
    const asked = { schema: { type: 'struct', fields: [longColumn] } }
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const answers = await Promise.all(names.map((name) => ask('POST', '/namespaces/sales/tables', { ...asked, name })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(
      refused(409, 'IcebergMaximumResourceLimit', 'The maximum number of this resource (table) 4 is reached'),
    )
    const there = Object((await ask('GET', '/namespaces/sales/tables')).body).identifiers
    await ask('DELETE', `/namespaces/sales/tables/${there[0].name}`)
    expect(await create('another')).toHaveProperty('metadata')
  })
})

describe('whoever is not the project itself', () => {
  let bucket: string
  let token: string
  beforeAll(async () => {
    const catalog = await newCatalog()
    await catalog.create('visits')
    bucket = catalog.bucket
    token = (await person()).token
  })

  const endpoints = [
    ['GET', '/bucket'],
    ['POST', '/bucket'],
    ['DELETE', '/bucket/:bucket'],
    ['GET', '/v1/config?warehouse=:bucket'],
    ['GET', '/v1/:bucket/namespaces'],
    ['POST', '/v1/:bucket/namespaces'],
    ['GET', '/v1/:bucket/namespaces/sales'],
    ['DELETE', '/v1/:bucket/namespaces/sales'],
    ['GET', '/v1/:bucket/namespaces/sales/tables'],
    ['POST', '/v1/:bucket/namespaces/sales/tables'],
    ['GET', '/v1/:bucket/namespaces/sales/tables/visits'],
    ['POST', '/v1/:bucket/namespaces/sales/tables/visits'],
    ['DELETE', '/v1/:bucket/namespaces/sales/tables/visits'],
  ] as const

  it.each(endpoints)('is refused %s %s', async (method, path) => {
    const ask = (bearer: string | null) =>
      iceberg(method, path.replace(':bucket', bucket), method === 'POST' ? {} : undefined, bearer)
    expect(await ask(engine.anonKey)).toMatchObject(refused(403, 'AccessDenied'))
    expect(await ask(token)).toMatchObject(refused(403, 'AccessDenied'))
    expect(await ask(null)).toMatchObject(refused(400, 'InvalidRequest'))
    expect(await ask('nonsense')).toMatchObject(refused(403, 'AccessDenied'))
  })

  it('makes no bucket by the way of other buckets either', async () => {
    const { client } = await person()
    const { error } = await client.storage.createBucket('mine', { public: false, type: 'ANALYTICS' })
    expect(error).toMatchObject({ statusCode: '403' })
  })

  it('has changed nothing by it', async () => {
    const catalog = analytics.from(bucket)
    expect(data(await catalog.listNamespaces())).toEqual([{ namespace: ['sales'] }])
    expect(data(await catalog.listTables({ namespace: ['sales'] }))).toHaveLength(1)
  })
})

describe('a catalog', () => {
  it('says where it is, and what it does', async () => {
    const { bucket } = await newCatalog()
    expect(await iceberg('GET', `/v1/config?warehouse=${bucket}`)).toMatchObject({
      status: 200,
      body: {
        defaults: { prefix: bucket },
        overrides: { prefix: bucket },
        endpoints: expect.arrayContaining(['POST /v1/{prefix}/namespaces/{namespace}/tables/{table}']),
      },
    })
    expect(await iceberg('GET', '/v1/config?warehouse=nowhere')).toMatchObject(refused(404, 'NoSuchWarehouseException'))
    expect(await iceberg('GET', '/v1/config')).toMatchObject(refused(400, 'InvalidRequest'))
    expect(await iceberg('POST', `/v1/${bucket}/tables/rename`, {})).toMatchObject(refused(404, 'InvalidRequest'))
  })

  it('names what is not there', async () => {
    const { ask } = await newCatalog()
    expect(await iceberg('GET', '/v1/nowhere/namespaces')).toMatchObject(refused(404, 'NoSuchWarehouseException'))
    for (const method of ['GET', 'DELETE']) {
      expect(await ask(method, '/namespaces/none')).toMatchObject(refused(404, 'NoSuchNamespaceException'))
      const table = '/namespaces/sales/tables/none'
      expect(await ask(method, table)).toMatchObject(
        refused(404, 'NoSuchTableException', 'Table does not exist: sales.none'),
      )
    }
    expect(await ask('HEAD', '/namespaces/none')).toMatchObject({ status: 404, text: '' })
    expect(await ask('HEAD', '/namespaces/sales')).toMatchObject({ status: 204 })
    expect(await ask('GET', '/namespaces/none/tables')).toMatchObject(refused(404, 'NoSuchNamespaceException'))
    expect(await ask('GET', '/namespaces?parent=none')).toMatchObject(refused(404, 'NoSuchNamespaceException'))
    expect(await ask('GET', '/namespaces?parent=sales')).toMatchObject({ body: { namespaces: [] } })
  })

  it('keeps its namespaces from other catalogs', async () => {
    const [one, other] = [await newCatalog(), await newCatalog()]
    await one.create('visits')
    expect(await other.ask('GET', '/namespaces/sales/tables')).toMatchObject({ body: { identifiers: [] } })
    expect(await other.ask('GET', '/namespaces/sales/tables/visits')).toMatchObject({ status: 404 })
  })

  it.each(['Sales', 'sales-north', 'sales.north', '_sales', 'aws_sales', '', 'x'.repeat(256)])(
    'takes no %j for a name',
    async (name) => {
      const { ask } = await newCatalog()
      const words = expect.stringMatching(/^Resource name must /)
      expect(await ask('POST', '/namespaces', { namespace: [name] })).toMatchObject(
        refused(400, 'BadRequestException', words),
      )
      const schema = { type: 'struct', fields: [longColumn] }
      expect(await ask('POST', '/namespaces/sales/tables', { name, schema })).toMatchObject(
        refused(400, 'BadRequestException', words),
      )
    },
  )

  it('has namespaces of one level, each once, and drops none that holds a table', async () => {
    const { ask, create } = await newCatalog()
    expect(await ask('POST', '/namespaces', { namespace: ['a', 'b'] })).toMatchObject(refused(400, 'InvalidRequest'))
    expect(await ask('POST', '/namespaces', { namespace: ['sales'] })).toMatchObject(
      refused(409, 'AlreadyExistsException', 'Namespace already exists: sales'),
    )
    await create('visits')
    expect(await ask('DELETE', '/namespaces/sales')).toMatchObject(
      refused(409, 'NamespaceNotEmptyException', 'Namespace is not empty: sales'),
    )
  })

  it('lists page by page', async () => {
    const { ask, create } = await newCatalog()
    for (const name of ['c', 'a', 'b']) await create(name)
    const list = async (query: string) => (await ask('GET', `/namespaces/sales/tables${query}`)).body
    const named = (...names: string[]) => names.map((name) => ({ namespace: ['sales'], name }))
    expect(await list('')).toEqual({ identifiers: named('a', 'b', 'c') })
    expect(await list('?pageToken=&pageSize=3')).toEqual({ identifiers: named('a', 'b', 'c') })
    const token = expect.any(String)
    expect(await list('?pageSize=2')).toEqual({ identifiers: named('a', 'b'), 'next-page-token': token })
    const next = Object(await list('?pageSize=2'))['next-page-token']
    expect(await list(`?pageSize=2&pageToken=${next}`)).toEqual({ identifiers: named('c') })
  })
})
