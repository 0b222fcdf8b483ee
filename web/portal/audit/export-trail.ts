import { csvBlob } from '../../lib/csv.ts'
import { RequestError } from '../../lib/errors.ts'
import { saveFile } from '../../lib/save-file.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { Write } from '../writes/use-write.ts'
import { type AuditLine, actorName, addressOf, auditSentence, changesOf } from './audit-line.ts'
import { type AuditFilters, fetchLines } from './audit-queries.ts'
import { auditToasts } from './audit-toasts.ts'

/** The most rows that one answer of the data API holds. */
const AT_ONCE = 1000

/** Saves all matching audit lines as a CSV file, after the trail itself has recorded the export. */
export const exportTrail: Write<AuditFilters> = {
  mutationFn: async (narrowing) => {
    const client = await supabase()
    unwrap(await client.rpc('note_audit_export'))
    const lines = await fetchAll(narrowing)
    saveFile(csvBlob([HEADINGS, ...lines.map(cellsOf)]), `audit-trail-${new Date().toISOString().slice(0, 10)}.csv`)
  },
  meta: { succeeded: auditToasts.exported, failed: auditToasts.exportFailed, refresh: ['audit_events'] },
}

/** Audit lines written during the export shift the others to later pages, so that a line may be read twice. */
async function fetchAll(narrowing: AuditFilters): Promise<AuditLine[]> {
  const lines = new Map<string, AuditLine>()
  for (let first = 0; ; first += AT_ONCE) {
    const part = { first_row: first, row_count: AT_ONCE }
    const answer = await fetchLines(narrowing, part, new AbortController().signal)
    if (answer.error) throw new RequestError({ ...answer.error, status: answer.status })
    for (const line of answer.data) lines.set(line.id, line)
    if (answer.data.length < AT_ONCE) return [...lines.values()]
  }
}

const HEADINGS = ['Time', 'Who', 'What', 'Before', 'After', 'From', 'Agency', 'Kind', 'Id']

function cellsOf(line: AuditLine): string[] {
  const changes = changesOf(line)
  const valuesOf = (side: 'before' | 'after') => changes.map((change) => `${change.what}: ${change[side]}`).join('\n')
  return [
    new Date(line.created_at).toISOString(),
    actorName(line),
    auditSentence(line),
    valuesOf('before'),
    valuesOf('after'),
    addressOf(line) ?? '',
    line.agency_name ?? '',
    line.kind,
    line.id,
  ]
}
