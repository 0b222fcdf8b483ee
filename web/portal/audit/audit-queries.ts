import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { fetchPage, type ListPage } from '../list/fetch-page.ts'
import type { ListParams } from '../list/list-params.ts'
import { type AuditLine, type KindGroup, kindGroups } from './audit-line.ts'

export type AuditFilters = Pick<ListParams, 'search'> & { group: KindGroup | undefined }

/** One page of the audit trail, newest first, with the count of all matching lines. */
export const auditQuery = ({ search, page, group }: AuditFilters & { page: number }) =>
  queryOptions({
    queryKey: ['audit', { search, page, group }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<ListPage<AuditLine>> =>
      fetchPage<AuditLine>(page, (from, to) =>
        fetchLines({ search, group }, { first_row: from, row_count: to - from + 1 }, signal),
      ),
  })

/**
 * The database function counts the matching lines itself, since a count by a second function could not leave out the rows
 * of other pages.
 */
export async function fetchLines(
  { search, group }: AuditFilters,
  part: { first_row: number; row_count: number },
  signal: AbortSignal,
) {
  const client = await supabase()
  const params = { ...(search !== '' && { search }), ...(group && { kinds: [...kindGroups[group].kinds] }), ...part }
  const answer = await client.rpc('audit_trail', params, { get: true }).abortSignal(signal)
  return { ...answer, count: answer.data?.[0]?.total ?? 0 }
}
