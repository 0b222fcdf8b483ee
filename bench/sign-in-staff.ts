import { createClient, type SupabaseClient } from '@supabase/supabase-js'

const PASSWORD = 'mainstreet'
/** Hashing passwords keeps the server's cores busy; asking for more at once would only queue there. */
const AT_ONCE = 4

/** One of the agency's staff, signed in. */
export type Colleague = { id: string; token: string; supabase: SupabaseClient }

/** Has Ana of North Street add so many colleagues, as the portal does, and signs them in. */
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
  await Promise.all(Array.from({ length: AT_ONCE }, addSome))
  return staff
}

async function signIn(url: string, anonKey: string, email: string): Promise<Colleague> {
  const inMemory = { auth: { persistSession: false, autoRefreshToken: false } }
  const supabase = createClient(url, anonKey, inMemory)
  const { data, error } = await supabase.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { id: data.user.id, token: data.session.access_token, supabase }
}
