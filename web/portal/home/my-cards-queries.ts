import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { SeenItem } from '../me/recently-seen.ts'
import { openStatuses } from '../project-status/project-status.ts'

/** The number of rows that a card shows. */
const SHOWN = 5

/** My open projects due until that day ('2026-03-04'), the longest overdue first. */
export const dueQuery = (me: string, until: string) =>
  queryOptions({
    queryKey: ['projects', 'due', me, until],
    queryFn: async ({ signal }) => {
      const projects = (await supabase()).from('projects').select('id, name, target_completion_date, clients(name)')
      const due = projects.eq('assigned_to', me).in('status', openStatuses).lte('target_completion_date', until)
      return unwrap(await due.order('target_completion_date').order('id').limit(SHOWN).abortSignal(signal))
    },
  })

/** Enquiries that nobody has answered, the longest waiting first. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: ['enquiries', 'waiting'],
    queryFn: async ({ signal }) => {
      const enquiries = (await supabase())
        .from('contact_submissions')
        .select('id, name, business_name, created_at, state')
      const waiting = enquiries.in('state', ['new', 'taken']).abortSignal(signal)
      return unwrap(await waiting.order('created_at').order('id').limit(SHOWN))
    },
  })

/**
 * The rows that were viewed last, in that order, by their current names. Rows that are gone or no longer visible are left
 * out.
 */
export const seenQuery = (seen: readonly SeenItem[]) =>
  queryOptions({
    queryKey: ['found', 'seen', seen],
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const ids = (kind: SeenItem['kind']) => seen.filter((one) => one.kind === kind).map(({ id }) => id)
      const named = async (table: 'clients' | 'projects', wanted: string[]) =>
        wanted.length === 0
          ? []
          : unwrap(await client.from(table).select('id, name').in('id', wanted).abortSignal(signal))
      const rows = (await Promise.all([named('clients', ids('client')), named('projects', ids('project'))])).flat()
      const names = new Map(rows.map(({ id, name }) => [id, name]))
      return seen.flatMap((one) => ({ ...one, name: names.get(one.id) ?? '' })).filter(({ name }) => name !== '')
    },
  })
