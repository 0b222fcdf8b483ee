import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { RunningEngine } from 'engine'
import { z } from 'zod'
import { accountClientWith, type DataClient, serviceClient } from './service-client.ts'

const settings = z.object({
  ADMIN_EMAIL: z.email('an e-mail address').default('admin@mainstreet.local'),
  ADMIN_PASSWORD: z
    .string()
    .min(6, 'a password of at least 6 characters')
    .max(72, 'a password of at most 72 characters')
    .optional(),
})

/** Environment variables that are read here. */
export const adminVariables = Object.keys(settings.shape)

/** How long to wait for another server, started at the same time, to finish the administrator that it began. */
const OTHER_SERVER_TIMEOUT_MS = 10_000
const NOT_ALLOWED = '42501'

/**
 * While there is no super admin, makes the first one, in a first agency, and prints how to sign in; a generated
 * password is printed this once only. Uses the API with the service key like any other client.
 */
export async function makeFirstAdmin(engine: RunningEngine, env = process.env): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: given } = parse(env)
  if (await hasSuperAdmin(serviceClient(engine))) return
  const db = await accountClientWith(engine.ownUrl, engine.serviceRoleKey)
  const password = given ?? randomBytes(12).toString('base64url')
  const person = await account(db, email, password)
  if (person === undefined) return
  const { error } = await db.rpc('make_first_super_admin', { person })
  // Another server was faster.
  if (error?.code === NOT_ALLOWED) return
  if (error) throw error
  const shown = given ? 'the password of ADMIN_PASSWORD' : `password ${password} (shown only now)`
  console.log(`First administrator: ${email}, ${shown}. Sign in at ${engine.url}/auth`)
}

function parse(env: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`${String(issue?.path[0])} should be ${issue?.message}.`)
}

async function hasSuperAdmin(db: DataClient): Promise<boolean> {
  const { data, error } = await db.from('user_roles').select('user_id').eq('role', 'super_admin').limit(1)
  if (error) throw error
  return data.length > 0
}

/**
 * The id of a confirmed account with this password, new or left by an interrupted start; undefined if another server
 * makes the administrator. An account made elsewhere is not taken over.
 */
async function account(db: SupabaseClient, email: string, password: string): Promise<string | undefined> {
  const { data, error } = await db.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { name: 'Administrator' },
    app_metadata: { first_admin: true },
  })
  if (!error) return data.user.id
  if (error.code !== 'email_exists') throw error
  const existing = await accountOf(db, email)
  if (existing?.app_metadata.first_admin !== true) {
    throw new Error(`ADMIN_EMAIL should be an address without an account: ${email} has one already.`)
  }
  for (const patience = Date.now() + OTHER_SERVER_TIMEOUT_MS; Date.now() < patience; await sleep(500)) {
    if (await hasSuperAdmin(db)) return undefined
  }
  const changed = await db.auth.admin.updateUserById(existing.id, { password })
  if (changed.error) throw changed.error
  return existing.id
}

async function accountOf(db: SupabaseClient, email: string) {
  for (let page = 1; ; page++) {
    const { data, error } = await db.auth.admin.listUsers({ page, perPage: 1000 })
    if (error) throw error
    const found = data.users.find((user) => user.email?.toLowerCase() === email.toLowerCase())
    if (found || data.users.length === 0) return found
  }
}
