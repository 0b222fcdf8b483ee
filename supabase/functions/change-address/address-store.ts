import type { PostgrestError } from '@supabase/supabase-js'
import type { ServiceClient } from '../_shared/database.ts'
import { Refusal } from '../_shared/http.ts'
import type { AddressChangeStore } from './change-address.ts'

/** `bearer` returns the caller's Authorization header, or throws if there is none. */
export const addressChangeStoreOf = (supabase: ServiceClient, bearer: () => string): AddressChangeStore => ({
  async request(person, address) {
    const asked = supabase.rpc('ask_address_change', { person, address }).setHeader('Authorization', bearer())
    const { error, status } = await asked
    if (error) throw refusalOf(error, status)
  },
  async confirm(token_hash) {
    const { data, error, status } = await supabase.rpc('confirm_address_change', { token_hash })
    if (error) throw refusalOf(error, status)
    return data ?? undefined
  },
  async undo(token_hash) {
    const { data, error, status } = await supabase.rpc('undo_address_change', { token_hash })
    if (error) throw refusalOf(error, status)
    const [undone] = data
    return undone && { address: undone.address, needsPassword: undone.needs_password }
  },
})

/** Passes the database's own refusals on with their messages. */
function refusalOf(error: PostgrestError, status: number): Error {
  const isOurs = error.code.startsWith('PT') || error.code === '42501' || error.code === '23514'
  if (status === 401) return new Refusal(401, 'Not authenticated')
  return isOurs ? new Refusal(status, error.message) : error
}
