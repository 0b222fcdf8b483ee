import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { ImportKind } from './import-kind.ts'
import type { CheckedRow } from './import-plan.ts'

/** The number of days in which an import can be undone (supabase/schemas/imports.sql). */
export const UNDO_DAYS = 30
const DAY_MS = 24 * 3600_000
const MAX_SHOWN = 3

/** The latest imports of a list that can still be undone, newest first. */
export const importsQuery = (kind: ImportKind['name']) =>
  queryOptions({
    queryKey: ['imports', kind],
    queryFn: async () => {
      const all = (await supabase()).from('imports').select('*, importer:user_profiles!imported_by(display_name)')
      const lately = all.gte('created_at', new Date(Date.now() - UNDO_DAYS * DAY_MS).toISOString())
      const undoable = lately.eq('kind', kind).is('undone_at', null)
      return unwrap(await undoable.order('created_at', { ascending: false }).limit(MAX_SHOWN))
    },
  })

/**
 * The existing rows that match rows of the file. The query key holds the id of the import, which stands for the rows, and
 * begins like the queries of the list: when a colleague adds rows meanwhile, the preview is refreshed.
 */
export const matchesQuery = (importId: string, kind: ImportKind, agencyId: string, rows: readonly CheckedRow[]) =>
  queryOptions({
    queryKey: [kind.name, 'import', importId],
    gcTime: 0,
    queryFn: ({ signal }) =>
      kind.match(
        agencyId,
        rows.filter(({ problems }) => problems.length === 0).map(({ values }) => values),
        signal,
      ),
  })
