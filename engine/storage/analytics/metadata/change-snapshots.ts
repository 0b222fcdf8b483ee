import { icebergErrors } from '../errors.ts'
import type { Long } from '../long-json.ts'
import type { Draft } from './draft.ts'
import { MAIN, NO_SNAPSHOT, type Snapshot, type SnapshotRef } from './snapshot.ts'

export function addSnapshot(draft: Draft, snapshot: Snapshot) {
  const { table, added } = draft
  const id = snapshot['snapshot-id']
  const number = snapshot['sequence-number']
  if (isKnown(draft, id)) throw icebergErrors.badRequest(`Snapshot already exists for id: ${id}`)
  if (snapshot['parent-snapshot-id'] != null && number <= table['last-sequence-number']) {
    // Somebody else has committed since the writer looked, who may try again.
    throw icebergErrors.commitFailed(
      `Cannot add snapshot with sequence number ${number} older than last sequence number ${table['last-sequence-number']}`,
    )
  }
  table.snapshots.push(snapshot)
  table['last-sequence-number'] = number
  draft.updatedMs = snapshot['timestamp-ms']
  added.add(id)
}

export function setRef(draft: Draft, name: string, ref: SnapshotRef) {
  const { table, added, madeCurrent } = draft
  const before = Object.hasOwn(table.refs, name) ? table.refs[name] : undefined
  if (JSON.stringify(inOrder(before)) === JSON.stringify(inOrder(ref))) return
  const id = ref['snapshot-id']
  const snapshot = table.snapshots.find((other) => other['snapshot-id'] === id)
  if (!snapshot) throw icebergErrors.badRequest(`Cannot set ${name} to unknown snapshot: ${id}`)
  if (name === MAIN && ref.type !== 'branch') throw icebergErrors.badRequest('Cannot set main to a tag')
  if (added.has(id)) draft.updatedMs = snapshot['timestamp-ms']
  table.refs = { ...table.refs, [name]: ref }
  if (name !== MAIN) return
  table['current-snapshot-id'] = id
  draft.updatedMs ??= Date.now()
  table['snapshot-log'].push({ 'snapshot-id': id, 'timestamp-ms': draft.updatedMs })
  madeCurrent.add(id)
}

const inOrder = (ref: SnapshotRef | undefined) =>
  ref && [
    ...[ref.type, String(ref['snapshot-id'])],
    ...[ref['max-ref-age-ms'], ref['max-snapshot-age-ms']].map((age) => (age == null ? null : String(age))),
    ref['min-snapshots-to-keep'] ?? null,
  ]

export function removeRef({ table }: Draft, name: string) {
  if (name === MAIN) table['current-snapshot-id'] = NO_SNAPSHOT
  table.refs = Object.fromEntries(Object.entries(table.refs).filter(([other]) => other !== name))
}

/** Takes along what belongs to them: statistics, and the branches and tags that name them. */
export function removeSnapshots(draft: Draft, ids: readonly Long[]) {
  const { table } = draft
  const gone = new Set(ids)
  const stays = (entry: { 'snapshot-id': Long }) => !gone.has(entry['snapshot-id'])
  const kept = table.snapshots.filter(stays)
  if (kept.length < table.snapshots.length) draft.hasRemovedSnapshots = true
  table.snapshots = kept
  table.statistics = table.statistics.filter(stays)
  table['partition-statistics'] = table['partition-statistics'].filter(stays)
  for (const [name, ref] of Object.entries(table.refs)) if (!stays(ref)) removeRef(draft, name)
}

/**
 * Which snapshot was current when, for those who look at the table as of a moment: without those that were current only
 * within this commit, and without what came before one that is gone, as the time between would seem another's.
 */
export function tidySnapshotLog(draft: Draft) {
  const { table, added, madeCurrent, hasRemovedSnapshots } = draft
  const current = table['current-snapshot-id']
  let log: (typeof table)['snapshot-log'] = []
  for (const entry of table['snapshot-log']) {
    const id = entry['snapshot-id']
    if (isKnown(draft, id)) {
      const isIntermediate = added.has(id) && madeCurrent.has(id) && id !== current
      if (!isIntermediate) log.push(entry)
    } else if (hasRemovedSnapshots) log = []
  }
  table['snapshot-log'] = log
}

const isKnown = ({ table }: Draft, id: Long) => table.snapshots.some((snapshot) => snapshot['snapshot-id'] === id)
