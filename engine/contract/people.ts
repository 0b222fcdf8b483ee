import { createClient } from '@supabase/supabase-js'
import { engine } from './engine.ts'
import { clientOptions, service } from './rest/client.ts'

export type Person = Awaited<ReturnType<typeof person>>

/** A new signed-in user; `role` is the Postgres role of their requests. */
export async function person(role = 'authenticated') {
  const email = `${crypto.randomUUID()}@people.test`
  const password = 'a long password'
  const { error } = await service.auth.admin.createUser({ email, password, email_confirm: true, role })
  if (error) throw error
  const client = createClient(engine.url, engine.anonKey, clientOptions)
  const { data, error: refused } = await client.auth.signInWithPassword({ email, password })
  if (refused) throw refused
  return { client, id: data.user.id, token: data.session.access_token }
}
