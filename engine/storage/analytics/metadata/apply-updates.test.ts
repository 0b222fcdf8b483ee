import { describe, expect, it } from 'vitest'
import { applyUpdates } from './apply-updates.ts'
import { newTable } from './new-table.ts'
import type { Snapshot } from './snapshot.ts'
import type { TableMetadata } from './table-metadata.ts'
import type { Update } from './updates.ts'

const table = (): TableMetadata => ({
  ...newTable({
    uuid: '00000000-0000-0000-0000-00000000000a',
    location: 's3://files/iceberg/a/b',
    schema: { type: 'struct', fields: [{ id: 1, name: 'id', type: 'long', required: true }] },
  }),
  'last-updated-ms': 0,
})

const snapshot = (id: number): Snapshot => ({
  'snapshot-id': id,
  'sequence-number': id,
  'timestamp-ms': id * 1000,
  'manifest-list': `s3://files/${id}.avro`,
  summary: { operation: 'append' },
})
const add = (id: number): Update => ({ action: 'add-snapshot', snapshot: snapshot(id) })
const main = (id: number): Update => ({
  action: 'set-snapshot-ref',
  'ref-name': 'main',
  type: 'branch',
  'snapshot-id': id,
})
const tag = (name: string, id: number): Update => ({
  action: 'set-snapshot-ref',
  'ref-name': name,
  type: 'tag',
  'snapshot-id': id,
})

/** A table with three commits. */
const grown = () => [1, 2, 3].reduce((before, id) => applyUpdates(before, [add(id), main(id)]), table())
const logOf = (metadata: TableMetadata) => metadata['snapshot-log'].map((entry) => entry['snapshot-id'])

describe('the log of snapshots', () => {
  it('has what was current when, by the snapshots themselves', () => {
    const metadata = grown()
    expect(metadata['snapshot-log']).toEqual([1, 2, 3].map((id) => ({ 'snapshot-id': id, 'timestamp-ms': id * 1000 })))
    expect(metadata).toMatchObject({ 'last-sequence-number': 3, 'last-updated-ms': 3000, 'current-snapshot-id': 3 })
  })

  it('leaves out what was current only within a commit', () => {
    expect(logOf(applyUpdates(table(), [add(1), main(1), add(2), main(2)]))).toEqual([2])
  })

  it('begins behind what is removed, so that no time is another snapshot than it was', () => {
    const metadata = applyUpdates(grown(), [{ action: 'remove-snapshots', 'snapshot-ids': [2] }])
    expect(logOf(metadata)).toEqual([3])
    expect(metadata.snapshots.map((entry) => entry['snapshot-id'])).toEqual([1, 3])
  })

  it('says when one is current again', () => {
    expect(logOf(applyUpdates(grown(), [main(1)]))).toEqual([1, 2, 3, 1])
  })
})

describe('branches and tags', () => {
  it('go with the snapshot that they name, as do its statistics', () => {
    const statistics = { 'snapshot-id': 1, 'statistics-path': 's3://files/1.puffin' }
    const tagged = applyUpdates(grown(), [
      tag('first', 1),
      { action: 'set-statistics', statistics },
      { action: 'set-partition-statistics', 'partition-statistics': statistics },
    ])
    expect(tagged).toMatchObject({ refs: { first: { type: 'tag' } }, statistics: [statistics] })
    const metadata = applyUpdates(tagged, [{ action: 'remove-snapshots', 'snapshot-ids': [1] }])
    expect(Object.keys(metadata.refs)).toEqual(['main'])
    expect([metadata.statistics, metadata['partition-statistics']]).toEqual([[], []])
  })

  it('without main the table is empty', () => {
    const metadata = applyUpdates(grown(), [{ action: 'remove-snapshot-ref', 'ref-name': 'main' }])
    expect(metadata).toMatchObject({ 'current-snapshot-id': -1, refs: {} })
  })

  it('main is no tag', () => {
    expect(() => applyUpdates(grown(), [tag('main', 1)])).toThrow('Cannot set main to a tag')
  })
})

it('a schema, a spec or an order that is there already is not added again', () => {
  const [before] = table().schemas
  const metadata = applyUpdates(table(), [
    { action: 'add-schema', schema: { type: 'struct', fields: before?.fields ?? [] } },
    { action: 'set-current-schema', 'schema-id': -1 },
    { action: 'add-spec', spec: { fields: [] } },
    { action: 'add-sort-order', 'sort-order': { fields: [] } },
  ])
  expect(metadata).toEqual(table())
})

it('a partition field that comes back has the id that it had', () => {
  const bucket = { 'source-id': 1, transform: 'bucket[4]', name: 'id_bucket' }
  const parted = applyUpdates(table(), [
    { action: 'add-spec', spec: { fields: [bucket] } },
    { action: 'add-spec', spec: { fields: [{ ...bucket, name: 'again' }] } },
    { action: 'add-spec', spec: { fields: [{ 'source-id': 1, transform: 'bucket[8]', name: 'other' }] } },
  ])
  const ids = parted['partition-specs'].flatMap(({ fields }) => fields.map((field) => field['field-id']))
  expect({ ids, last: parted['last-partition-id'] }).toEqual({ ids: [1000, 1000, 1001], last: 1001 })
})

it('a sort order is numbered from 1, and 0 is none', () => {
  const order = { 'source-id': 1, transform: 'identity', direction: 'asc', 'null-order': 'nulls-first' } as const
  const sorted = applyUpdates(table(), [
    { action: 'add-sort-order', 'sort-order': { fields: [order] } },
    { action: 'set-default-sort-order', 'sort-order-id': -1 },
  ])
  expect(sorted).toMatchObject({ 'default-sort-order-id': 1, 'sort-orders': [{ 'order-id': 0 }, { 'order-id': 1 }] })
})

it('properties are set and taken away, and what was given stays as it was', () => {
  const before = table()
  const metadata = applyUpdates(before, [
    { action: 'set-properties', updates: { a: '1', b: '2' } },
    { action: 'remove-properties', removals: ['a', 'none'] },
  ])
  expect(metadata.properties).toEqual({ b: '2' })
  expect(before.properties).toEqual({})
})
