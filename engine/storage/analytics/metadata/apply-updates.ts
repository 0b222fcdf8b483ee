import { icebergErrors } from '../errors.ts'
import { stringifyWithLongs } from '../long-json.ts'
import { addOrder, addSpec, checkLayout, removeSpecs, setDefaultOrder, setDefaultSpec } from './change-layout.ts'
import { addSchema, removeSchemas, setCurrentSchema } from './change-schema.ts'
import { addSnapshot, removeRef, removeSnapshots, setRef, tidySnapshotLog } from './change-snapshots.ts'
import { type Draft, draftOf } from './draft.ts'
import type { TableMetadata } from './table-metadata.ts'
import type { Update } from './updates.ts'

/** Of a table that a commit makes, its writer may say what the catalog told them before; of one that is there, no longer. */
type Creation = { mayLieAt(location: string): boolean }

/** The table after a commit, or the same one where it changes nothing. Throws `badRequest` where the steps make no table. */
export function applyUpdates(table: TableMetadata, updates: readonly Update[], creation?: Creation): TableMetadata {
  const draft = draftOf(table)
  for (const update of updates) apply(draft, update, creation)
  tidySnapshotLog(draft)
  checkLayout(draft)
  if (stringifyWithLongs(draft.table) === stringifyWithLongs(table)) return table
  draft.table['last-updated-ms'] = draft.updatedMs ?? Date.now()
  return draft.table
}

function apply(draft: Draft, update: Update, creation: Creation | undefined) {
  const { table } = draft
  switch (update.action) {
    case 'assign-uuid':
      if (!creation && update.uuid.toLowerCase() !== table['table-uuid']) {
        throw icebergErrors.badRequest('Cannot reassign the UUID of a table')
      }
      table['table-uuid'] = update.uuid.toLowerCase()
      return
    case 'upgrade-format-version':
      requireVersion2(update['format-version'])
      return
    case 'add-schema':
      addSchema(draft, update.schema)
      return
    case 'set-current-schema':
      setCurrentSchema(draft, update['schema-id'])
      return
    case 'remove-schemas':
      removeSchemas(draft, update['schema-ids'])
      return
    case 'add-spec':
      addSpec(draft, update.spec)
      return
    case 'set-default-spec':
      setDefaultSpec(draft, update['spec-id'])
      return
    case 'remove-partition-specs':
      removeSpecs(draft, update['spec-ids'])
      return
    case 'add-sort-order':
      addOrder(draft, update['sort-order'])
      return
    case 'set-default-sort-order':
      setDefaultOrder(draft, update['sort-order-id'])
      return
    case 'add-snapshot':
      addSnapshot(draft, update.snapshot)
      return
    case 'remove-snapshots':
      removeSnapshots(draft, update['snapshot-ids'])
      return
    case 'set-snapshot-ref': {
      const { action: _, 'ref-name': name, ...ref } = update
      setRef(draft, name, ref)
      return
    }
    case 'remove-snapshot-ref':
      removeRef(draft, update['ref-name'])
      return
    case 'set-location':
      if (update.location !== table.location && !creation?.mayLieAt(update.location)) {
        throw icebergErrors.badRequest(`The catalog decides where tables lie; this one lies at ${table.location}`)
      }
      table.location = update.location
      return
    case 'set-properties':
      table.properties = { ...table.properties, ...update.updates }
      return
    case 'remove-properties':
      table.properties = Object.fromEntries(
        Object.entries(table.properties).filter(([name]) => !update.removals.includes(name)),
      )
      return
    case 'set-statistics':
      table.statistics = withoutStatistics(table.statistics, update.statistics)
      table.statistics.push(update.statistics)
      return
    case 'remove-statistics':
      table.statistics = withoutStatistics(table.statistics, update)
      return
    case 'set-partition-statistics':
      table['partition-statistics'] = withoutStatistics(table['partition-statistics'], update['partition-statistics'])
      table['partition-statistics'].push(update['partition-statistics'])
      return
    case 'remove-partition-statistics':
      table['partition-statistics'] = withoutStatistics(table['partition-statistics'], update)
  }
}

const withoutStatistics = <T extends Pick<TableMetadata['statistics'][number], 'snapshot-id'>>(
  files: T[],
  of: Pick<T, 'snapshot-id'>,
) => files.filter((file) => file['snapshot-id'] !== of['snapshot-id'])

function requireVersion2(asked: number) {
  if (asked < 2) throw icebergErrors.badRequest(`Cannot downgrade v2 table to v${asked}`)
  if (asked > 2) {
    throw icebergErrors.badRequest(`Cannot upgrade table to unsupported format version: v${asked} (supported: v2)`)
  }
}
