import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { engine } from './engine.ts'

const PASSWORD = 'mainstreet'
const inMemory = { auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } } }

/** Somebody who asks for rows: `db` is what they hold in their hands, a key and perhaps a token. */
export type Person = {
  id: string
  name: string | null
  agencyId: string | null
  /** As they were at sign-in. */
  roles: readonly string[]
  db: SupabaseClient
  token: string
}

/** Sees and does everything: arranges the rows of a test, and looks afterwards what really happened. */
export const service = createClient(engine.url, engine.serviceRoleKey, inMemory)

/** Somebody without an account. */
export const visitor: Person = {
  id: '',
  name: null,
  agencyId: null,
  roles: [],
  db: createClient(engine.url, engine.anonKey, inMemory),
  token: engine.anonKey,
}

/** The agencies of the seed. */
export const north = 'a0000000-0000-4000-8000-000000000001'
export const south = 'a0000000-0000-4000-8000-000000000002'

export async function signIn(email: string): Promise<Person> {
  const db = createClient(engine.url, engine.anonKey, inMemory)
  const { data, error } = await db.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw new Error(`${email} cannot sign in: ${error.message}`)
  const { id } = data.user
  const token = data.session.access_token
  const [profile] = await arrange(db.from('user_profiles').select('display_name, agency_id').eq('id', id))
  const roles = await arrange(db.from('user_roles').select('role').eq('user_id', id))
  return {
    id,
    name: profile?.display_name,
    agencyId: profile?.agency_id,
    roles: roles.map(({ role }) => role),
    db,
    token,
  }
}

/** A person who is only there for the tests; `agencyId` and `roles` are given to them by the service role. */
export async function newPerson(
  name: string,
  { agencyId = null, roles = [] }: { agencyId?: string | null; roles?: string[] } = {},
): Promise<Person> {
  const email = `${name}.${crypto.randomUUID()}@isolation.test`
  const { data, error } = await service.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { name },
  })
  if (error) throw new Error(`${name} cannot be created: ${error.message}`)
  const { id } = data.user
  if (agencyId) await arrange(service.from('user_profiles').update({ agency_id: agencyId }).eq('id', id))
  if (roles.length > 0) await arrange(service.from('user_roles').insert(roles.map((role) => ({ user_id: id, role }))))
  return signIn(email)
}

export async function takeRolesAway({ id }: Person) {
  await arrange(service.from('user_roles').delete().eq('user_id', id).neq('role', 'user'))
}

/** Signs the person out, and returns what a thief of their token would hold: the token, still valid by its date. */
export async function signOutButKeepToken(person: Person): Promise<Person> {
  const { token } = person
  await person.db.auth.signOut({ scope: 'local' })
  return { ...person, db: holderOf(token) }
}

/** Gives the person an authenticator app, and returns what somebody gets who knows their password and not its code. */
export async function passwordAlone({ db }: Person): Promise<Person> {
  const { data, error } = await db.auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw new Error(`The app cannot be set up: ${error.message}`)
  const code = new TOTP({ secret: data.totp.secret }).generate()
  const proved = await db.auth.mfa.challengeAndVerify({ factorId: data.id, code })
  if (proved.error) throw new Error(`The app cannot be proved: ${proved.error.message}`)
  return signIn(proved.data.user.email ?? '')
}

/** Lets another application in, and returns what that gets: a token of its own in the person's name. */
export async function applicationOf(person: Person): Promise<Person> {
  const callback = 'https://planner.test/callback'
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(secret))).toString('base64url')
  const registered = await service.auth.admin.oauth.createClient({
    client_name: 'Planner',
    redirect_uris: [callback],
    token_endpoint_auth_method: 'none',
  })
  if (registered.error) throw registered.error
  const { client_id } = registered.data
  const asked = { client_id, redirect_uri: callback, scope: 'openid', response_type: 'code' }
  const query = new URLSearchParams({ ...asked, code_challenge: challenge, code_challenge_method: 'S256' })
  const page = await fetch(`${engine.url}/auth/v1/oauth/authorize?${query}`, { redirect: 'manual' })
  const name = new URL(page.headers.get('location') ?? '').searchParams.get('authorization_id') ?? ''
  const { oauth } = person.db.auth
  await oauth.getAuthorizationDetails(name)
  const granted = await oauth.approveAuthorization(name, { skipBrowserRedirect: true })
  if (granted.error) throw granted.error
  const code = new URL(granted.data.redirect_url).searchParams.get('code') ?? ''
  const form = { grant_type: 'authorization_code', client_id, code, redirect_uri: callback, code_verifier: secret }
  const answer = await fetch(`${engine.url}/auth/v1/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token }: { access_token: string } = await answer.json()
  return { ...person, token, db: holderOf(token) }
}

/** Whoever has the token in hand, and nothing else. */
const holderOf = (token: string) =>
  createClient(engine.url, engine.anonKey, { ...inMemory, accessToken: async () => token })

export async function removePeople(...people: Person[]) {
  for (const { id } of people) {
    const { error } = await service.auth.admin.deleteUser(id)
    if (error) throw new Error(`A person of the test cannot be removed: ${error.message}`)
  }
}

type Answer<T> = { data: T; error: null } | { data: null; error: { message: string } }

/** A step that has to work for the test to mean anything. */
export async function arrange<T>(step: PromiseLike<Answer<T>>): Promise<T> {
  const answer = await step
  if (answer.error) throw new Error(`The test could not be arranged: ${answer.error.message}`)
  return answer.data
}
