import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { data, service } from '../../contract/rest/client.ts'
import { addSnapshot, longColumn, newCatalog, refused } from './analytics-client.ts'

const { analytics } = service.storage

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
