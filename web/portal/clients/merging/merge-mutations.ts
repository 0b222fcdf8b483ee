import { formatCount } from '../../../lib/formats.ts'
import { supabase } from '../../../lib/supabase.ts'
import { unwrap } from '../../../lib/unwrap.ts'
import { Undoable } from '../../writes/undoable.ts'
import type { Write } from '../../writes/use-write.ts'
import { labelOfColumn, type MergeField } from './merge-fields.ts'
import { mergeToasts } from './merge-toasts.ts'

type Merge = { kept: string; merged: { id: string; name: string }; taken: readonly MergeField[] }

/** Merges two clients. Undo moves everything back that nobody has changed since. */
export const mergeClients: Write<Merge, Undoable> = {
  mutationFn: async ({ kept, merged, taken }) => {
    const client = await supabase()
    unwrap(await client.rpc('merge_clients', { kept, merged: merged.id, taken: [...taken] }))
    return new Undoable({ mutationFn: (_, context) => undoMerge.mutationFn(merged.id, context), meta: undoMerge.meta })
  },
  // Everything of a client shows or counts under another one.
  meta: { succeeded: mergeToasts.merged, failed: mergeToasts.notMerged, refresh: 'everything' },
}

/** Undoes a merge by the id of the merged client, and returns what stays as it is, in words. */
export const undoMerge: Write<string, string> = {
  mutationFn: async (merged) => {
    const client = await supabase()
    const [stays] = unwrap(await client.rpc('undo_client_merge', { merged }))
    return stays ? staysText(stays) : ''
  },
  meta: {
    succeeded: (stays) => mergeToasts.undone(String(stays)),
    failed: mergeToasts.notUndone,
    refresh: 'everything',
  },
}

/** Says what undoing a merge leaves as it is: '2 newer records stay. Phone was changed since and stays.' */
export function staysText({
  gone,
  newer,
  changed,
}: {
  gone: number
  newer: number
  changed: readonly string[]
}): string {
  const labels = [...new Set(changed.map(labelOfColumn))]
  return [
    newer > 0 && `${records(newer)} added since ${newer === 1 ? 'stays' : 'stay'} with the kept client.`,
    gone > 0 && `${records(gone)} ${gone === 1 ? 'was' : 'were'} deleted or moved since.`,
    labels.length > 0 && `Changed since, and left: ${labels.join(', ')}.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}

const records = (count: number) => `${formatCount(count)} ${count === 1 ? 'record' : 'records'}`
