import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { accountClientWith } from '../../server/service-client.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { findInstallation, requireAnswer } from '../doctor/find-installation.ts'

/** Options shared by the commands that change an account on a running server. */
export const serverOptions = {
  url: { type: 'string', value: 'address', about: 'another server than that of the settings' },
  'service-key': { type: 'string', value: 'key', about: 'its service key; or SUPABASE_SERVICE_ROLE_KEY' },
} as const

type PersonArguments = {
  values: { url?: string | undefined; 'service-key'?: string | undefined }
  positionals: string[]
}

const found = z.object({ id: z.string() }).nullable()

/** A client with the service key of the chosen server. Throws if nothing answers. */
export async function connectToServer(asked: PersonArguments['values']): Promise<SupabaseClient> {
  const server = await findInstallation(asked)
  await requireAnswer(server)
  return accountClientWith(server.url, server.serviceRoleKey)
}

/** The account with this address, and a client with the service key. Throws if there is no such account. */
export async function findPerson({
  values,
  positionals,
}: PersonArguments): Promise<{ db: SupabaseClient; id: string; email: string }> {
  const [email, ...more] = positionals
  if (email === undefined || more.length > 0) throw new UsageError('Say whose, by their e-mail address.')
  const db = await connectToServer(values)
  const { data, error } = await db.rpc('person_with_email', { address: email }).maybeSingle()
  if (error) throw new Error(error.message, { cause: error })
  const person = found.parse(data)
  if (!person) throw new Error(`Nobody has an account with the address ${email}.`)
  return { db, id: person.id, email }
}
