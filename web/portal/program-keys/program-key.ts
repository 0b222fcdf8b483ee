import { queryOptions } from '@tanstack/react-query'
import type { Tables } from '../../lib/database.types.ts'
import { atMost } from '../../lib/form-rules.ts'
import { formatDate, formatDay } from '../../lib/formats.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { z } from '../../lib/zod.ts'
import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'
import { unwrapChange } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'

export type ProgramKey = Tables<'program_keys'> & { maker: { display_name: string | null } | null }

export const scopes = ['read', 'write'] as const satisfies readonly ProgramKey['scope'][]
export const scopeLabels = { read: 'Read', write: 'Read and write' } satisfies Record<ProgramKey['scope'], string>

export const keyForm = z.object({
  name: z.string().trim().min(1, 'Give it a name.').check(atMost(100)),
  scope: z.enum(scopes),
})
export type KeyFields = z.infer<typeof keyForm>

/** What is known of a key in one line: "Read · Added Nov 28, 2026 by Ana · Last used Nov 29, 2026". */
export function wordsOf({ scope, created_at, maker, last_used_on }: ProgramKey): string {
  const by = maker?.display_name ? ` by ${maker.display_name}` : ''
  const used = last_used_on === null ? 'Not used yet' : `Last used ${formatDay(last_used_on)}`
  return `${scopeLabels[scope]} · Added ${formatDate(created_at)}${by} · ${used}`
}

/** The keys of an agency, those that still work first, then the newest. */
export const keysQuery = (agencyId: string) =>
  queryOptions({
    queryKey: ['program-keys', 'list', agencyId],
    queryFn: async ({ signal }): Promise<ProgramKey[]> => {
      const keys = (await supabase()).from('program_keys').select('*, maker:user_profiles(display_name)')
      const working = keys.eq('agency_id', agencyId).order('revoked_at', { ascending: false, nullsFirst: true })
      return unwrap(await working.order('created_at', { ascending: false }).order('id').abortSignal(signal))
    },
  })

const keyToasts = {
  addingFailed: plainFailureNotice('Key not added', NO_ANSWER),
  revoked: { title: 'Key revoked' },
  revokingFailed: plainFailureNotice('Key not revoked', NO_ANSWER),
} satisfies ToastTexts

const refresh = ['program_keys'] as const

/** Adds a key and returns its secret, which cannot be read again. */
export const addKey = (agency: string): Write<KeyFields, string> => ({
  mutationFn: async (fields) => {
    const made = await (await supabase()).rpc('make_program_key', { agency, ...fields }).single()
    return unwrap(made).secret
  },
  gcTime: 0,
  meta: { failed: keyToasts.addingFailed, refresh, isAddition: true },
})

export const revokeKey: Write<string> = {
  mutationFn: async (id) => {
    const change = { revoked_at: new Date().toISOString() }
    const keys = (await supabase()).from('program_keys')
    unwrapChange(await keys.update(change, { count: 'exact' }).eq('id', id), 'key', 'revoke it')
  },
  meta: { succeeded: keyToasts.revoked, failed: keyToasts.revokingFailed, refresh },
}
