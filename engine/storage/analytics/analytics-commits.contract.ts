import { describe, expect, it } from 'vitest'
import { addSnapshot, longColumn, newCatalog, refused } from './analytics-client.ts'

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
