import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { fetchPage } from '../list/fetch-page.ts'
import type { Mail, MailState } from './mail.ts'

/** The mail server in use and the number of undelivered mails, for super admins. */
export const mailStateQuery = () =>
  queryOptions({
    queryKey: ['mail', 'state'],
    queryFn: async (): Promise<MailState> => {
      const client = await supabase()
      return unwrap(await client.rpc('mail_state', {}, { get: true }).single())
    },
  })

type MailListParams = { page: number; state: string | undefined }

/** One page of the mails that wait or were not delivered, newest first, with the count of all. */
export const mailsQuery = ({ page, state }: MailListParams) =>
  queryOptions({
    queryKey: ['mail', 'list', { page, state }],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const client = await supabase()
      return fetchPage<Mail>(page, (from, to) => {
        const all = client.rpc('queued_mails', {}, { get: true, count: 'exact' }).abortSignal(signal)
        const found = state === undefined ? all : all.eq('state', state)
        return found.order('created_at', { ascending: false }).order('id').range(from, to)
      })
    },
  })
