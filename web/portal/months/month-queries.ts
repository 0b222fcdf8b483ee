import { queryOptions } from '@tanstack/react-query'
import { monthContent } from '../../for-clients/month-content.ts'
import type { Tables } from '../../lib/database.types.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { NewNumber } from './month-form.ts'

/** This month of a client and the eleven before it, the newest first, and whether somebody wrote about each. */
export const monthsQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client-months', clientId],
    queryFn: async ({ signal }) => {
      const database = await supabase()
      const [months, rows] = await Promise.all([
        database.rpc('months_of_client', { client: clientId }, { get: true }).abortSignal(signal),
        database
          .from('client_months')
          .select('month, words, what_next, numbers')
          .eq('client_id', clientId)
          .order('month', { ascending: false })
          .limit(MONTHS)
          .abortSignal(signal),
      ])
      const written = unwrap(rows).filter(isWritten)
      return unwrap(months).map((row) => ({ ...row, isWritten: written.some(({ month }) => month === row.month) }))
    },
  })

/** This month and the eleven before it. */
const MONTHS = 12

type Written = Pick<Tables<'client_months'>, 'words' | 'what_next' | 'numbers'>

const isWritten = ({ words, what_next, numbers }: Written) =>
  words !== null || what_next !== null || (Array.isArray(numbers) && numbers.length > 0)

/** What was written about a month, and about the one before it: their rows, the later one first. */
export const writtenQuery = (clientId: string, month: string, before: string) =>
  queryOptions({
    queryKey: ['client-months', clientId, 'written', month],
    queryFn: async ({ signal }) => {
      const months = (await supabase()).from('client_months').select('id, month, words, what_next, numbers, updated_at')
      const rows = months.eq('client_id', clientId).in('month', [month, before]).order('month', { ascending: false })
      return unwrap(await rows.abortSignal(signal))
    },
  })

/** The page of a month as the client sees it, or with other numbers. */
export const monthContentQuery = (clientId: string, month: string, numbers?: readonly NewNumber[]) =>
  queryOptions({
    queryKey: ['client-months', clientId, 'content', month, numbers ?? null],
    queryFn: async ({ signal }) => {
      const shown = { client: clientId, month, ...(numbers && { numbers: [...numbers] }) }
      return monthContent.parse(unwrap(await (await supabase()).rpc('client_month', shown).abortSignal(signal)))
    },
  })

/** Clients of the person's agency whose last month is to be mailed, by name, and how many there are. */
export const monthsToSendQuery = () =>
  queryOptions({
    queryKey: ['client-months', 'to-send'],
    queryFn: async ({ signal }) => {
      const all = (await supabase()).rpc('months_to_send', {}, { get: true, count: 'exact' })
      const answer = await all.limit(100).abortSignal(signal)
      return { rows: unwrap(answer), count: answer.count ?? 0 }
    },
  })
