import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { RunningEngine } from 'engine'
import { parsePayload } from '../../web/portal/vault/payload.ts'

const withoutSession = { auth: { persistSession: false, autoRefreshToken: false } }

/**
 * Checks a restored installation by signing in as a super admin and reading rows. Throws if that fails. Returns
 * oddities of the vault, which may have been there before the backup.
 */
export async function inspect({
  ownUrl,
  anonKey,
  serviceRoleKey,
}: Pick<RunningEngine, 'ownUrl' | 'anonKey' | 'serviceRoleKey'>): Promise<string[]> {
  const administration = createClient(ownUrl, serviceRoleKey, withoutSession)
  await signInAsAny(await activeSuperAdmins(administration), async (id) =>
    signIn(administration, createClient(ownUrl, anonKey, withoutSession), await emailOf(administration, id)),
  )
  return unreadableEntries(administration)
}

async function activeSuperAdmins(db: SupabaseClient): Promise<string[]> {
  const roles = await db.from('user_roles').select('user_id').eq('role', 'super_admin')
  if (roles.error) throw roles.error
  const ids: string[] = roles.data.map(({ user_id }) => user_id)
  const profiles = await db.from('user_profiles').select('id').in('id', ids).is('deactivated_at', null)
  if (profiles.error) throw profiles.error
  return profiles.data.map(({ id }) => id)
}

/** Throws the last error if none of these people can sign in. An account may be blocked without a fault of the archive. */
async function signInAsAny(people: readonly string[], signInAs: (id: string) => Promise<void>) {
  let failure: unknown
  for (const id of people) {
    try {
      return await signInAs(id)
    } catch (error) {
      failure = error
    }
  }
  if (failure !== undefined) throw failure
}

async function emailOf(db: SupabaseClient, id: string): Promise<string> {
  const { data, error } = await db.auth.admin.getUserById(id)
  if (error) throw error
  return data.user.email ?? ''
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
