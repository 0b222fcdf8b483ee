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

type Of<Action extends Update['action']> = Extract<Update, { action: Action }>

/** What each step of a commit does. */
const steps: { [Action in Update['action']]: (draft: Draft, update: Of<Action>, creation?: Creation) => void } = {
  'assign-uuid'({ table }, { uuid }, creation) {
    if (!creation && uuid.toLowerCase() !== table['table-uuid']) {
      throw icebergErrors.badRequest('Cannot reassign the UUID of a table')
    }
    table['table-uuid'] = uuid.toLowerCase()
  },
  'upgrade-format-version': (_draft, update) => requireVersion2(update['format-version']),

  'add-schema': (draft, { schema }) => addSchema(draft, schema),
  'set-current-schema': (draft, update) => setCurrentSchema(draft, update['schema-id']),
  'remove-schemas': (draft, update) => removeSchemas(draft, update['schema-ids']),

  'add-spec': (draft, { spec }) => addSpec(draft, spec),
  'set-default-spec': (draft, update) => setDefaultSpec(draft, update['spec-id']),
  'remove-partition-specs': (draft, update) => removeSpecs(draft, update['spec-ids']),
  'add-sort-order': (draft, update) => addOrder(draft, update['sort-order']),
  'set-default-sort-order': (draft, update) => setDefaultOrder(draft, update['sort-order-id']),

  'add-snapshot': (draft, { snapshot }) => addSnapshot(draft, snapshot),
  'remove-snapshots': (draft, update) => removeSnapshots(draft, update['snapshot-ids']),
  'set-snapshot-ref': (draft, { action: _, 'ref-name': name, ...ref }) => setRef(draft, name, ref),
  'remove-snapshot-ref': (draft, update) => removeRef(draft, update['ref-name']),

  'set-location'({ table }, { location }, creation) {
    if (location !== table.location && !creation?.mayLieAt(location)) {
      throw icebergErrors.badRequest(`The catalog decides where tables lie; this one lies at ${table.location}`)
    }
    table.location = location
  },
  'set-properties'({ table }, { updates }) {
    table.properties = { ...table.properties, ...updates }
  },
  'remove-properties'({ table }, { removals }) {
    const kept = Object.entries(table.properties).filter(([name]) => !removals.includes(name))
    table.properties = Object.fromEntries(kept)
  },

  'set-statistics'({ table }, { statistics }) {
    table.statistics = [...withoutStatistics(table.statistics, statistics), statistics]
  },
  'remove-statistics'({ table }, update) {
    table.statistics = withoutStatistics(table.statistics, update)
  },
  'set-partition-statistics'({ table }, { 'partition-statistics': added }) {
    table['partition-statistics'] = [...withoutStatistics(table['partition-statistics'], added), added]
  },
  'remove-partition-statistics'({ table }, update) {
    table['partition-statistics'] = withoutStatistics(table['partition-statistics'], update)
  },
}

function apply<Action extends Update['action']>(draft: Draft, update: Of<Action>, creation: Creation | undefined) {
  const step: (typeof steps)[Action] = steps[update.action]
  step(draft, update, creation)
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
