import { queryOptions } from '@tanstack/react-query'
import type { Tables } from '../../../lib/database.types.ts'
import { atMost } from '../../../lib/form-rules.ts'
import { supabase } from '../../../lib/supabase.ts'
import { unwrap } from '../../../lib/unwrap.ts'
import { z } from '../../../lib/zod.ts'
import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../../ui/toast-texts.ts'
import { unwrapChange } from '../../writes/unwrap-change.ts'
import type { Write } from '../../writes/use-write.ts'

export type EnquirySource = Tables<'enquiry_sources'>

/** What a new source is given, which is shown once: the secret of its address, and its key for Google's lead forms. */
export type SourceSecrets = { secret: string; google_key: string }

export const sourceForm = z.object({
  name: z.string().trim().min(1, 'Enter a name.').check(atMost(100)),
})

/** The named sources, those that still work first, then the newest. */
export const sourcesQuery = () =>
  queryOptions({
    queryKey: ['enquiries', 'sources'],
    queryFn: async (): Promise<EnquirySource[]> => {
      const sources = (await supabase()).from('enquiry_sources').select()
      const working = sources.order('revoked_at', { ascending: false, nullsFirst: true })
      return unwrap(await working.order('created_at', { ascending: false }).order('id'))
    },
  })

export const sourceToasts = {
  addingFailed: plainFailureNotice('Source not added', 'Failed to add the source. Please try again.'),
  revoked: { title: 'Source revoked' },
  revokingFailed: plainFailureNotice('Source not revoked', NO_ANSWER),
  copied: { title: 'Copied' },
  notCopied: { title: 'Error', description: 'It could not be copied. Please copy it manually.' },
} satisfies ToastTexts

const refresh = ['enquiry_sources'] as const

/** Adds a source and returns its secrets, which cannot be read again later. */
export const addSource: Write<z.output<typeof sourceForm>, SourceSecrets> = {
  mutationFn: async ({ name }) => unwrap(await (await supabase()).rpc('make_enquiry_source', { name }).single()),
  gcTime: 0,
  meta: { failed: sourceToasts.addingFailed, refresh, isAddition: true },
}

export const revokeSource: Write<string> = {
  mutationFn: async (id) => {
    const sources = (await supabase()).from('enquiry_sources')
    const change = { revoked_at: new Date().toISOString() }
    unwrapChange(await sources.update(change, { count: 'exact' }).eq('id', id), 'source', 'revoke it')
  },
  meta: { succeeded: sourceToasts.revoked, failed: sourceToasts.revokingFailed, refresh },
}
