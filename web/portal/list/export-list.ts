import { csvBlob } from '../../lib/csv.ts'
import { RequestError } from '../../lib/errors.ts'
import { saveFile } from '../../lib/save-file.ts'
import { supabase } from '../../lib/supabase.ts'
import { today } from '../../lib/today.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { Write } from '../writes/use-write.ts'
import { exportToasts } from './export-toasts.ts'
import type { Answer } from './fetch-page.ts'

/** The most rows that one answer of the data API holds. */
const AT_ONCE = 1000

type Table<Shown, Row> = {
  /** The name of the list in the file name, before the date, and in the audit trail. */
  name: 'clients' | 'projects' | 'users' | 'enquiries'
  columns: readonly { heading: string; cell: (row: Row) => string | null | undefined }[]
  /** Reads all rows that match the filters. */
  read: (shown: Shown, signal: AbortSignal) => Promise<Row[]>
}

/** The arguments of an export: the list's filters, and the signal that stops it. */
export type Exporting<Shown> = { shown: Shown; signal: AbortSignal }

const { exported, stopped, failed } = exportToasts

/**
 * Saves a list as a CSV file: all matching rows in their order, over all pages, after the audit trail has recorded the export.
 * A stopped export saves nothing.
 */
export const exportOf = <Shown, Row>({ name, columns, read }: Table<Shown, Row>): Write<Exporting<Shown>> => ({
  mutationFn: async ({ shown, signal }) => {
    try {
      const rows = await read(shown, signal)
      signal.throwIfAborted()
      unwrap(await (await supabase()).rpc('note_list_export', { list: name, row_count: rows.length }))
      const cells = rows.map((row) => columns.map(({ cell }) => cell(row) ?? ''))
      saveFile(csvBlob([columns.map(({ heading }) => heading), ...cells]), `${name}-${today()}.csv`)
      return exported
    } catch (error) {
      if (signal.aborted) return stopped
      throw error
    }
  },
  meta: {
    succeeded: (outcome) => (outcome === stopped ? stopped : exported),
    failed,
    refresh: ['audit_events'],
    isAddition: true,
  },
})

/** Rows that are added during the export shift the others to later pages, so that a row may be read twice. */
export async function allRows<Row extends { id: string }>(
  read: (from: number, to: number) => PromiseLike<Answer<Row>>,
): Promise<Row[]> {
  const rows = new Map<string, Row>()
  for (let from = 0; ; from += AT_ONCE) {
    const answer = await read(from, from + AT_ONCE - 1)
    if (answer.error) throw new RequestError({ ...answer.error, status: answer.status })
    for (const row of answer.data) rows.set(row.id, row)
    // PostgREST refuses a range that begins after the last row, so none is requested.
    if (from + AT_ONCE >= (answer.count ?? 0)) return [...rows.values()]
  }
}
