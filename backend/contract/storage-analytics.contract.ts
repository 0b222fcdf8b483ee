import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { addSnapshot, iceberg, longColumn, newCatalog } from './analytics-client.ts'
import { engine } from './engine.ts'
import { person } from './people.ts'
import { data, service } from './rest-client.ts'

const { analytics } = service.storage

const refused = (status: number, type: string, message: unknown = expect.any(String)) => ({
  status,
  body: { error: { message, type, code: status } },
})

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

describe('a new table', () => {
  it('has true metadata, with columns numbered by the catalog', async () => {
    const { create, load } = await newCatalog()
    const made = await create('visits', {
      schema: {
        type: 'struct',
        'identifier-field-ids': [70],
        fields: [
          { id: 70, name: 'id', type: 'long', required: true },
          {
            id: 9,
            name: 'visitor',
            required: false,
            type: { type: 'struct', fields: [{ id: 70_000, name: 'mail', type: 'string', required: false }] },
          },
          {
            id: 5,
            name: 'pages',
            required: false,
            type: { type: 'list', 'element-id': 6, element: 'string', 'element-required': true },
          },
          { id: 8, name: 'at', type: 'timestamptz', required: true, doc: 'when they came' },
        ],
      },
      'partition-spec': { fields: [{ 'source-id': 8, transform: 'day', name: 'at_day' }] },
      'write-order': {
        'order-id': 1,
        fields: [{ 'source-id': 70, transform: 'identity', direction: 'asc', 'null-order': 'nulls-first' }],
      },
      properties: { owner: 'Ana', 'format-version': '2' },
    })
    expect(made.metadata).toEqual({
      'format-version': 2,
      'table-uuid': expect.stringMatching(/^[\da-f-]{36}$/),
      location: expect.stringMatching(/\/iceberg\/[\da-f-]{36}\/[\da-f-]{36}$/),
      'last-sequence-number': 0,
      'last-updated-ms': expect.any(Number),
      'last-column-id': 6,
      'current-schema-id': 0,
      schemas: [
        {
          type: 'struct',
          'schema-id': 0,
          'identifier-field-ids': [1],
          fields: [
            { id: 1, name: 'id', type: 'long', required: true },
            {
              id: 2,
              name: 'visitor',
              required: false,
              type: { type: 'struct', fields: [{ id: 5, name: 'mail', type: 'string', required: false }] },
            },
            {
              id: 3,
              name: 'pages',
              required: false,
              type: { type: 'list', 'element-id': 6, element: 'string', 'element-required': true },
            },
            { id: 4, name: 'at', type: 'timestamptz', required: true, doc: 'when they came' },
          ],
        },
      ],
      'default-spec-id': 0,
      'partition-specs': [
        { 'spec-id': 0, fields: [{ 'source-id': 4, 'field-id': 1000, transform: 'day', name: 'at_day' }] },
      ],
      'last-partition-id': 1000,
      'default-sort-order-id': 1,
      'sort-orders': [
        {
          'order-id': 1,
          fields: [{ 'source-id': 1, transform: 'identity', direction: 'asc', 'null-order': 'nulls-first' }],
        },
      ],
      properties: { owner: 'Ana' },
      'current-snapshot-id': -1,
      refs: {},
      snapshots: [],
      statistics: [],
      'partition-statistics': [],
      'snapshot-log': [],
      'metadata-log': [],
    })
    expect(made['metadata-location']).toMatch(/\/metadata\/00000-[\da-f-]{36}\.metadata\.json$/)
    expect(await load('visits')).toEqual(made)
  })

  it('takes the fields of partitions and orders as the types of iceberg-js have them', async () => {
    const { bucket } = await newCatalog()
    const made = data(
      await analytics.from(bucket).createTable(
        { namespace: ['sales'] },
        {
          name: 'visits',
          schema: { type: 'struct', fields: [longColumn] },
          'partition-spec': {
            'spec-id': 0,
            fields: [{ source_id: 1, field_id: 1000, name: 'id_bucket', transform: 'bucket[16]' }],
          },
          'write-order': {
            'order-id': 1,
            fields: [{ source_id: 1, transform: 'identity', direction: 'desc', null_order: 'nulls-last' }],
          },
        },
      ),
    )
    expect(made['partition-specs']).toEqual([
      { 'spec-id': 0, fields: [{ 'source-id': 1, 'field-id': 1000, name: 'id_bucket', transform: 'bucket[16]' }] },
    ])
    expect(made['sort-orders']).toMatchObject([{ 'order-id': 1, fields: [{ 'null-order': 'nulls-last' }] }])
  })

  const column = (type: unknown, name = 'x') => ({ id: 1, name, type, required: false })
  it.each([
    ['a type of another version', { schema: { type: 'struct', fields: [column('timestamp_ns')] } }],
    ['another version of the format', { properties: { 'format-version': '3' } }],
    ['two columns of one name', { schema: { type: 'struct', fields: [column('int'), { ...column('int'), id: 2 }] } }],
    ['two columns of one id', { schema: { type: 'struct', fields: [column('int'), column('int', 'y')] } }],
    ['an optional identifier', { schema: { type: 'struct', fields: [column('int')], 'identifier-field-ids': [1] } }],
    ['a partition by nothing', { 'partition-spec': { fields: [{ 'source-id': 9, transform: 'day', name: 'd' }] } }],
    ['the day of a number', { 'partition-spec': { fields: [{ 'source-id': 1, transform: 'day', name: 'd' }] } }],
    ['an unknown transform', { 'partition-spec': { fields: [{ 'source-id': 1, transform: 'week', name: 'w' }] } }],
    [
      'a partition named like a column',
      { 'partition-spec': { fields: [{ 'source-id': 1, transform: 'bucket[2]', name: 'id' }] } },
    ],
    ['a place of its own', { location: 's3://elsewhere/visits' }],
  ])('is refused with %s', async (_what, wishes) => {
    const { ask } = await newCatalog()
    const asked = { name: 'visits', schema: { type: 'struct', fields: [longColumn] }, ...wishes }
    const { status, body } = await ask('POST', '/namespaces/sales/tables', asked)
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 400 } } })
    expect(await ask('GET', '/namespaces/sales/tables')).toMatchObject({ body: { identifiers: [] } })
  })

  it('is refused with columns nested without end', async () => {
    const { ask } = await newCatalog()
    const nested = (levels: number): unknown =>
      levels === 0
        ? 'int'
        : { type: 'list', 'element-id': levels + 1, element: nested(levels - 1), 'element-required': false }
    const asked = (levels: number) => ({ name: 'visits', schema: { type: 'struct', fields: [column(nested(levels))] } })
    for (const levels of [300, 900]) {
      expect(await ask('POST', '/namespaces/sales/tables', asked(levels))).toMatchObject(
        refused(400, 'InvalidRequest', 'A table is nested deeper than 200 levels'),
      )
    }
    expect(await ask('POST', '/namespaces/sales/tables', asked(190))).toMatchObject({ status: 200 })
  })

  it('is made once, whoever is first', async () => {
    const { ask } = await newCatalog()
    const asked = { name: 'visits', schema: { type: 'struct', fields: [longColumn] } }
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST', '/namespaces/sales/tables', asked)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(
      refused(409, 'AlreadyExistsException', 'Table already exists: sales.visits'),
    )
  })

  it('may be staged, and is there with its first commit', async () => {
    const { ask, commit, load } = await newCatalog()
    const schema = { type: 'struct', fields: [longColumn] }
    const staged = await ask('POST', '/namespaces/sales/tables', { name: 'visits', schema, 'stage-create': true })
    expect(staged.body).not.toHaveProperty('metadata-location')
    expect(await ask('HEAD', '/namespaces/sales/tables/visits')).toMatchObject({ status: 404 })

    const { metadata } = Object(staged.body)
    const creation = [
      { action: 'assign-uuid', uuid: metadata['table-uuid'] },
      { action: 'upgrade-format-version', 'format-version': 2 },
      { action: 'add-schema', schema: metadata.schemas[0], 'last-column-id': 1 },
      { action: 'set-current-schema', 'schema-id': -1 },
      { action: 'add-spec', spec: metadata['partition-specs'][0] },
      { action: 'set-default-spec', 'spec-id': -1 },
      { action: 'add-sort-order', 'sort-order': metadata['sort-orders'][0] },
      { action: 'set-default-sort-order', 'sort-order-id': -1 },
      { action: 'set-location', location: metadata.location },
      ...addSnapshot(1, 1),
    ]
    const elsewhere = creation.map((step) => ('location' in step ? { ...step, location: 'file:///etc' } : step))
    const must = [{ type: 'assert-create' }]
    expect(await commit('visits', elsewhere, must)).toMatchObject(refused(400, 'BadRequestException'))
    expect(await commit('visits', creation)).toMatchObject(refused(404, 'NoSuchTableException'))
    expect(await commit('visits', creation, must)).toMatchObject({ status: 200 })
    expect((await load('visits')).metadata).toMatchObject({
      'table-uuid': metadata['table-uuid'],
      location: metadata.location,
      'current-schema-id': 0,
      'last-column-id': 1,
      'current-snapshot-id': 1,
      'last-partition-id': 999,
    })
    expect(await commit('visits', creation, must)).toMatchObject(
      refused(409, 'CommitFailedException', 'Requirement failed: table already exists'),
    )
  })
})

describe('a commit', () => {
  it('keeps ids of 64 bits to the digit', async () => {
    const { ask, create } = await newCatalog()
    await create('visits')
    const url = '/namespaces/sales/tables/visits'
    const id = '9223372036854775807'
    const answer = await ask(
      'POST',
      url,
      `{"requirements":[{"type":"assert-ref-snapshot-id","ref":"main","snapshot-id":null}],"updates":[
        {"action":"add-snapshot","snapshot":{"snapshot-id":${id},"sequence-number":1,"timestamp-ms":1790000000000,
          "manifest-list":"s3://x/y.avro","summary":{"operation":"append"},"schema-id":0}},
        {"action":"set-snapshot-ref","ref-name":"main","type":"branch","snapshot-id":${id}}]}`,
    )
    const loaded = await ask('GET', url)
    for (const { text } of [answer, loaded]) {
      expect(text).toContain(`"current-snapshot-id":${id}`)
      expect(text.match(new RegExp(`"snapshot-id":${id}\\b`, 'g'))).toHaveLength(3)
    }
    const must = (wanted: string) =>
      `{"requirements":[{"type":"assert-ref-snapshot-id","ref":"main","snapshot-id":${wanted}}],"updates":[]}`
    expect(await ask('POST', url, must('9223372036854775806'))).toMatchObject(
      refused(
        409,
        'CommitFailedException',
        `Requirement failed: branch main has changed: expected id 9223372036854775806 != ${id}`,
      ),
    )
    expect(await ask('POST', url, must(id))).toMatchObject({ status: 200 })
  })

  it('is made once of two at the same moment that went by the same', async () => {
    const { create, commit, load } = await newCatalog()
    await create('visits')
    const must = [{ type: 'assert-ref-snapshot-id', ref: 'main', 'snapshot-id': null }]
    const answers = await Promise.all([1, 2, 3, 4].map((id) => commit('visits', addSnapshot(id, 1), must)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(
      refused(409, 'CommitFailedException', 'Requirement failed: branch main was created concurrently'),
    )
    const { metadata } = await load('visits')
    expect(metadata.snapshots).toHaveLength(1)
    expect(metadata['metadata-log']).toHaveLength(1)
  })

  it('loses nothing of others at the same moment that it does not contradict', async () => {
    const { create, commit, load } = await newCatalog()
    await create('visits')
    const numbers = [1, 2, 3, 4, 5]
    const answers = await Promise.all(
      numbers.map((n) => commit('visits', [{ action: 'set-properties', updates: { [`p${n}`]: String(n) } }])),
    )
    expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 200))
    const { metadata } = await load('visits')
    expect(metadata.properties).toEqual({ p1: '1', p2: '2', p3: '3', p4: '4', p5: '5' })
    expect(metadata['metadata-log']).toHaveLength(5)
  })

  it('is made whole or not at all', async () => {
    const { create, commit, load } = await newCatalog()
    const before = await create('visits')
    const answer = await commit('visits', [
      { action: 'set-properties', updates: { half: 'done' } },
      { action: 'set-current-schema', 'schema-id': 7 },
    ])
    expect(answer).toMatchObject(refused(400, 'BadRequestException', 'Cannot set current schema to unknown schema: 7'))
    expect(await load('visits')).toEqual(before)
  })

  it('that says nothing new writes nothing', async () => {
    const { create, commit } = await newCatalog()
    const before = await create('visits', { properties: { owner: 'Ana' } })
    const { body } = await commit('visits', [{ action: 'set-properties', updates: { owner: 'Ana' } }])
    expect(body).toMatchObject(before)
  })

  it.each([
    [{ type: 'assert-create' }, 'table already exists'],
    [{ type: 'assert-table-uuid', uuid: crypto.randomUUID() }, 'UUID does not match'],
    [{ type: 'assert-ref-snapshot-id', ref: 'main', 'snapshot-id': 5 }, 'branch or tag main is missing, expected 5'],
    [{ type: 'assert-last-assigned-field-id', 'last-assigned-field-id': 4 }, 'last assigned field id changed'],
    [{ type: 'assert-current-schema-id', 'current-schema-id': 4 }, 'current schema changed: expected id 4 != 0'],
    [{ type: 'assert-last-assigned-partition-id', 'last-assigned-partition-id': 4 }, 'last assigned partition id'],
    [{ type: 'assert-default-spec-id', 'default-spec-id': 4 }, 'default partition spec changed: expected id 4 != 0'],
    [{ type: 'assert-default-sort-order-id', 'default-sort-order-id': 4 }, 'default sort order changed'],
  ])('is refused where %j does not hold', async (requirement, words) => {
    const { create, commit } = await newCatalog()
    await create('visits')
    expect(await commit('visits', [], [requirement])).toMatchObject(
      refused(409, 'CommitFailedException', expect.stringContaining(`Requirement failed: ${words}`)),
    )
  })

  it('is made where all that it requires holds', async () => {
    const { create, commit } = await newCatalog()
    const { metadata } = await create('visits')
    const all = [
      { type: 'assert-table-uuid', uuid: metadata['table-uuid'].toUpperCase() },
      { type: 'assert-ref-snapshot-id', ref: 'main' },
      { type: 'assert-last-assigned-field-id', 'last-assigned-field-id': 1 },
      { type: 'assert-current-schema-id', 'current-schema-id': 0 },
      { type: 'assert-last-assigned-partition-id', 'last-assigned-partition-id': 999 },
      { type: 'assert-default-spec-id', 'default-spec-id': 0 },
      { type: 'assert-default-sort-order-id', 'default-sort-order-id': 0 },
    ]
    expect(await commit('visits', addSnapshot(1, 1), all)).toMatchObject({ status: 200 })
  })

  it.each([
    ['an unknown step', [{ action: 'sing' }]],
    [
      'a snapshot that is not there',
      [{ action: 'set-snapshot-ref', 'ref-name': 'main', type: 'branch', 'snapshot-id': 9 }],
    ],
    ['another version', [{ action: 'upgrade-format-version', 'format-version': 3 }]],
    ['an older version', [{ action: 'upgrade-format-version', 'format-version': 1 }]],
    ['another place', [{ action: 'set-location', location: 'file:///etc' }]],
    ['another identity', [{ action: 'assign-uuid', uuid: crypto.randomUUID() }]],
    ['the removal of what is in use', [{ action: 'remove-schemas', 'schema-ids': [0] }]],
    ['a last schema that nobody added', [{ action: 'set-current-schema', 'schema-id': -1 }]],
  ])('is refused with %s', async (_what, updates) => {
    const { create, commit } = await newCatalog()
    await create('visits')
    expect(await commit('visits', updates)).toMatchObject({ status: 400, body: { error: { code: 400 } } })
  })

  it('is refused, to be tried again, where a snapshot is older than the last', async () => {
    const { create, commit } = await newCatalog()
    await create('visits')
    await commit('visits', addSnapshot(1, 1))
    expect(await commit('visits', addSnapshot(2, 1, 1))).toMatchObject(refused(409, 'CommitFailedException'))
    expect(await commit('visits', addSnapshot(2, 2, 1))).toMatchObject({ status: 200 })
  })

  it('changes columns and partitions, and remembers those before', async () => {
    const { create, commit, load } = await newCatalog()
    await create('visits')
    const at = { id: 2, name: 'at', type: 'timestamptz', required: false }
    const answer = await commit('visits', [
      { action: 'add-schema', schema: { type: 'struct', fields: [longColumn, at] } },
      { action: 'set-current-schema', 'schema-id': -1 },
      { action: 'add-spec', spec: { fields: [{ 'source-id': 2, transform: 'month', name: 'at_month' }] } },
      { action: 'set-default-spec', 'spec-id': -1 },
    ])
    expect(answer).toMatchObject({ status: 200 })
    expect((await load('visits')).metadata).toMatchObject({
      'last-column-id': 2,
      'current-schema-id': 1,
      schemas: [{ 'schema-id': 0 }, { 'schema-id': 1, fields: [longColumn, at] }],
      'default-spec-id': 1,
      'partition-specs': [
        { 'spec-id': 0, fields: [] },
        { 'spec-id': 1, fields: [{ 'source-id': 2, 'field-id': 1000, transform: 'month', name: 'at_month' }] },
      ],
      'last-partition-id': 1000,
    })
    // A column that rows are parted by cannot go, until the field has become void.
    const back = [{ action: 'set-current-schema', 'schema-id': 0 }]
    expect(await commit('visits', back)).toMatchObject(refused(400, 'BadRequestException'))
    expect(await commit('visits', [...back, { action: 'set-default-spec', 'spec-id': 0 }])).toMatchObject({
      status: 200,
    })
  })
})

describe('the files of a table', () => {
  const contentOf = async (location: string) => JSON.parse(await readFile(new URL(location), 'utf8'))

  it('are what the catalog says, each commit in one of its own', async () => {
    const { create, commit, load } = await newCatalog()
    const made = await create('visits')
    expect(await contentOf(made['metadata-location'])).toEqual(made.metadata)
    await commit('visits', addSnapshot(1, 1))
    const changed = await load('visits')
    expect(changed['metadata-location']).toMatch(/\/00001-[\da-f-]{36}\.metadata\.json$/)
    expect(await contentOf(changed['metadata-location'])).toEqual(changed.metadata)
    expect(changed.metadata['metadata-log']).toEqual([
      { 'metadata-file': made['metadata-location'], 'timestamp-ms': made.metadata['last-updated-ms'] },
    ])
  })

  it('that the table no longer remembers go where it says so', async () => {
    const { create, commit, load } = await newCatalog()
    const properties = {
      'write.metadata.previous-versions-max': '1',
      'write.metadata.delete-after-commit.enabled': 'true',
    }
    const made = await create('visits', { properties })
    await commit('visits', [{ action: 'set-properties', updates: { a: '1' } }])
    const second = await load('visits')
    await commit('visits', [{ action: 'set-properties', updates: { a: '2' } }])
    const third = await load('visits')
    expect(third.metadata['metadata-log']).toMatchObject([{ 'metadata-file': second['metadata-location'] }])
    const isThere = (location: string) => existsSync(new URL(location))
    expect([made, second, third].map((table) => isThere(table['metadata-location']))).toEqual([false, true, true])
  })

  it('stay when it is dropped, unless they are to go as well', async () => {
    const { ask, create } = await newCatalog()
    const [kept, purged] = [await create('kept'), await create('purged')]
    expect(await ask('DELETE', '/namespaces/sales/tables/kept')).toMatchObject({ status: 204 })
    expect(await ask('DELETE', '/namespaces/sales/tables/purged?purgeRequested=True')).toMatchObject({ status: 204 })
    expect([kept, purged].map(({ metadata }) => existsSync(new URL(metadata.location)))).toEqual([true, false])
    const again = await create('kept')
    expect(again.metadata.location).not.toBe(kept.metadata.location)
  })
})
