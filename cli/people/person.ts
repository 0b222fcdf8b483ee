import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { clientWith } from '../../server/service-client.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { installationMeant, requireAnswer } from '../doctor/installation-here.ts'

/** Of the commands that change an account, on the server that runs. */
export const serverOptions = {
  url: { type: 'string', value: 'address', about: 'another server than that of the settings' },
  'service-key': { type: 'string', value: 'key', about: 'its service key; or SUPABASE_SERVICE_ROLE_KEY' },
} as const

type Asked = { values: { url?: string | undefined; 'service-key'?: string | undefined }; positionals: string[] }

const found = z.object({ id: z.string() }).nullable()

/** A client of the server that is meant, to whom everything is open. Throws where nothing answers. */
export async function serverMeant(asked: Asked['values']): Promise<SupabaseClient> {
  const server = await installationMeant(asked)
  await requireAnswer(server)
  return clientWith(server.url, server.serviceRoleKey)
}

/** Somebody with an account, and whoever may do anything with it. Throws where there is nobody with that address. */
export async function personMeant({
  values,
  positionals,
}: Asked): Promise<{ db: SupabaseClient; id: string; email: string }> {
  const [email, ...more] = positionals
  if (email === undefined || more.length > 0) throw new UsageError('Say whose, by their e-mail address.')
  const db = await serverMeant(values)
  const { data, error } = await db.rpc('person_with_email', { address: email }).maybeSingle()
  if (error) throw new Error(error.message, { cause: error })
  const person = found.parse(data)
  if (!person) throw new Error(`Nobody has an account with the address ${email}.`)
  return { db, id: person.id, email }
}
