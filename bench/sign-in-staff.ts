import { createClient, type SupabaseClient } from '@supabase/supabase-js'

const PASSWORD = 'mainstreet'
/**
 * The number of simultaneous sign-ins: hashing passwords keeps the server's cores busy, so more would only queue there.
 */
const CONCURRENCY = 4

/** A person on the agency's staff who is signed in. */
export type Colleague = { id: string; token: string; supabase: SupabaseClient }

/** Adds this many colleagues to North Street as Ana, as the portal does, and signs them in. */
export async function signInStaff(url: string, anonKey: string, count: number): Promise<Colleague[]> {
  const ana = await signIn(url, anonKey, 'ana@north.test')
  const staff: Colleague[] = []
  let next = 0
  async function addSome() {
    while (next < count) {
      next += 1
      const email = `colleague-${next}@north.test`
      const body = { email, name: `Colleague ${next}`, password: PASSWORD, role: 'agency_staff' }
      const { error } = await ana.supabase.functions.invoke('create-user', { body })
      if (error) throw error
      staff.push(await signIn(url, anonKey, email))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, addSome))
  return staff
}

async function signIn(url: string, anonKey: string, email: string): Promise<Colleague> {
  const inMemory = { auth: { persistSession: false, autoRefreshToken: false } }
  const supabase = createClient(url, anonKey, inMemory)
  const { data, error } = await supabase.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { id: data.user.id, token: data.session.access_token, supabase }
}
