import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { RunningEngine } from 'engine'
import { parsePayload } from '../../web/portal/vault/payload.ts'

const withoutSession = { auth: { persistSession: false, autoRefreshToken: false } }

/**
 * Checks a restored installation by signing in as a super admin and reading rows. Throws if that fails. Returns
 * oddities of the vault, which may have been there before the backup.
 */
export async function inspect({ ownUrl, anonKey, serviceRoleKey }: RunningEngine): Promise<string[]> {
  const administration = createClient(ownUrl, serviceRoleKey, withoutSession)
  const email = await emailOfSuperAdmin(administration)
  if (email !== undefined) await signIn(administration, createClient(ownUrl, anonKey, withoutSession), email)
  return unreadableEntries(administration)
}

/** The address of a super admin, undefined while there is none. */
async function emailOfSuperAdmin(db: SupabaseClient): Promise<string | undefined> {
  const { data, error } = await db.from('user_roles').select('user_id').eq('role', 'super_admin').limit(1)
  if (error) throw error
  const [first] = data
  if (!first) return undefined
  const found = await db.auth.admin.getUserById(first.user_id)
  if (found.error) throw found.error
  return found.data.user.email
}

async function signIn(administration: SupabaseClient, person: SupabaseClient, email: string) {
  const link = await administration.auth.admin.generateLink({ type: 'magiclink', email })
  if (link.error) throw new Error(`Nobody can sign in: ${link.error.message}`)
  const { hashed_token: token_hash } = link.data.properties
  const signedIn = await person.auth.verifyOtp({ token_hash, type: 'email' })
  if (signedIn.error) throw new Error(`Nobody can sign in: ${signedIn.error.message}`)
  const { error } = await person.rpc('me')
  if (error) throw new Error(`Who has signed in reads nothing: ${error.message}`)
}

const PAGE = 1_000

async function unreadableEntries(db: SupabaseClient): Promise<string[]> {
  const odd: string[] = []
  for (let from = 0; ; from += PAGE) {
    const { data, error } = await db
      .from('password_vault')
      .select('id, encrypted_password, encrypted_notes, encrypted_two_step_key')
      .order('id')
      .range(from, from + PAGE - 1)
    if (error) throw error
    for (const { id, encrypted_password, encrypted_notes, encrypted_two_step_key } of data) {
      if (![encrypted_password, encrypted_notes, encrypted_two_step_key].every(isPayload))
        odd.push(`The vault entry ${id} holds no valid payload.`)
    }
    if (data.length < PAGE) return odd
  }
}

function isPayload(stored: string | null): boolean {
  try {
    if (stored !== null) parsePayload(stored)
    return true
  } catch {
    return false
  }
}
