import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../../lib/supabase.ts'
import { unwrap } from '../../../lib/unwrap.ts'

/** All columns except the sealed text and the keys, which are read when it is opened. */
const COLUMNS = 'id, agency_id, client_id, label, created_at, expires_at, sent_at, client:clients(name, website_url)'

export type WaitingSecret = Awaited<ReturnType<NonNullable<ReturnType<typeof waitingSecretsQuery>['queryFn']>>>[number]

/** What clients of the agency sent that nobody has opened, then what they were asked for, each the oldest first. */
export const waitingSecretsQuery = () =>
  queryOptions({
    queryKey: ['vault', 'handed-over'],
    queryFn: async ({ signal }) => {
      const secrets = (await supabase()).from('client_secrets').select(COLUMNS).is('opened_at', null)
      const unopened = unwrap(await secrets.order('sent_at').order('created_at').order('id').abortSignal(signal))
      return unopened.filter(({ expires_at }) => new Date(expires_at) > new Date())
    },
  })

/** Reads the sealed text with its key pair as they are stored now. */
export async function fetchSealedSecret(id: string) {
  const secrets = (await supabase()).from('client_secrets').select('public_key, encrypted_private_key, sealed')
  const secret = unwrap(await secrets.eq('id', id).maybeSingle())
  const { public_key = null, encrypted_private_key = null, sealed = null } = secret ?? {}
  if (public_key === null || encrypted_private_key === null || sealed === null) throw new SecretGone()
  return { public_key, encrypted_private_key, sealed }
}

class SecretGone extends Error {
  override name = 'SecretGone'
  override message = 'This was opened by a colleague, withdrawn, or has expired.'
}
