import { isOutcomeUnknown } from '../../lib/errors.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrapCount } from '../../lib/unwrap.ts'

/**
 * Sends a request that stores an entry with this payload. Without an answer the entry may be stored all the same, and a second
 * attempt would duplicate it: if the payload is in the vault, the request has succeeded.
 */
export async function storeOnce(encryptedPassword: string, send: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch (error) {
    // If the vault cannot be read either, the first failure is the one to report.
    if (!isOutcomeUnknown(error) || !(await isStored(encryptedPassword).catch(() => false))) throw error
  }
}

async function isStored(encryptedPassword: string): Promise<boolean> {
  const found = (await supabase()).from('password_vault').select('id', { count: 'exact', head: true })
  return unwrapCount(await found.eq('encrypted_password', encryptedPassword)) > 0
}
