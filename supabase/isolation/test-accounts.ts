import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'

/** A running installation, possibly on hosted Supabase. */
export type Installation = { url: string; anonKey: string; serviceRoleKey: string }

/** A caller of the API: `db` is a client with a key and possibly a token. */
export type Person = {
  id: string
  name: string | null
  agencyId: string | null
  /** The roles of the person when they signed in. */
  roles: readonly string[]
  db: SupabaseClient
  token: string
}

type Options = {
  /** The password of all people of the trial. */
  password: string
  /** The address of a person who exists only for the trial. */
  emailOf(name: string): string
  /** The `fetch` for all requests, which may be replaced. */
  fetch?: typeof fetch
  /** Aborts all pending requests of the trial. */
  signal?: AbortSignal
}

/** Creates and removes the people who try their rights on an installation. */
export class TestAccounts {
  readonly installation: Installation
  /** A client with the service key, which prepares rows and verifies results. */
  readonly service: SupabaseClient
  /** A caller without an account, who has only the publishable key. */
  readonly visitor: Person
  /** The `fetch` for requests that supabase-js has no method for. */
  readonly fetch: typeof fetch
  readonly signal: AbortSignal | undefined
  readonly #options: Options
  readonly #inMemory

  constructor(installation: Installation, options: Options) {
    const { url, anonKey, serviceRoleKey } = installation
    this.installation = installation
    this.fetch = options.fetch ?? fetch
    this.signal = options.signal
    this.#inMemory = {
      auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
      global: { fetch: this.fetch },
    }
    this.service = createClient(url, serviceRoleKey, this.#inMemory)
    const db = createClient(url, anonKey, this.#inMemory)
    this.visitor = { id: '', name: null, agencyId: null, roles: [], db, token: anonKey }
    this.#options = options
  }

  signIn = async (email: string): Promise<Person> => {
    const db = createClient(this.installation.url, this.installation.anonKey, this.#inMemory)
    const { data, error } = await db.auth.signInWithPassword({ email, password: this.#options.password })
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

  /** Creates a person who exists only for the trial; the service role assigns `agencyId` and `roles`. */
  newPerson = async (
    name: string,
    { agencyId = null, roles = [] }: { agencyId?: string | null; roles?: readonly string[] } = {},
  ): Promise<Person> => {
    const { password, emailOf } = this.#options
    const email = emailOf(name)
    const { data, error } = await this.service.auth.admin.createUser({
      email,
      password,
      email_confirm: true,
      user_metadata: { name },
    })
    if (error) throw new Error(`${name} cannot be created: ${error.message}`)
    const { id } = data.user
    if (agencyId) await arrange(this.service.from('user_profiles').update({ agency_id: agencyId }).eq('id', id))
    const held = roles.map((role) => ({ user_id: id, role }))
    if (held.length > 0) await arrange(this.service.from('user_roles').insert(held))
    return this.signIn(email)
  }

  takeRolesAway = async ({ id }: Person) => {
    await arrange(this.service.from('user_roles').delete().eq('user_id', id).neq('role', 'user'))
  }

  /** Signs the person out, and returns a client with the old token, which has not expired. */
  signOutButKeepToken = async (person: Person): Promise<Person> => {
    const { token } = person
    await person.db.auth.signOut({ scope: 'local' })
    return { ...person, db: this.#holderOf(token) }
  }

  /** Gives the person an authenticator app, and returns a session made with the password but without the code. */
  passwordAlone = async ({ db }: Person): Promise<Person> => {
    const { data, error } = await db.auth.mfa.enroll({ factorType: 'totp' })
    if (error) throw new Error(`The app cannot be set up: ${error.message}`)
    const code = new TOTP({ secret: data.totp.secret }).generate()
    const proved = await db.auth.mfa.challengeAndVerify({ factorId: data.id, code })
    if (proved.error) throw new Error(`The app cannot be proved: ${proved.error.message}`)
    return this.signIn(proved.data.user.email ?? '')
  }

  /** Authorizes an OAuth application, and returns a client with its token in the person's name. */
  applicationOf = async (person: Person): Promise<Person> => {
    const { url } = this.installation
    const callback = 'https://planner.test/callback'
    const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
    const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(secret))).toString('base64url')
    const registered = await this.service.auth.admin.oauth.createClient({
      client_name: APPLICATION,
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
    })
    if (registered.error) throw registered.error
    const { client_id } = registered.data
    const asked = { client_id, redirect_uri: callback, scope: 'openid', response_type: 'code' }
    const query = new URLSearchParams({ ...asked, code_challenge: challenge, code_challenge_method: 'S256' })
    const page = await this.fetch(`${url}/auth/v1/oauth/authorize?${query}`, { redirect: 'manual' })
    const name = new URL(page.headers.get('location') ?? '').searchParams.get('authorization_id') ?? ''
    const { oauth } = person.db.auth
    await oauth.getAuthorizationDetails(name)
    const granted = await oauth.approveAuthorization(name, { skipBrowserRedirect: true })
    if (granted.error) throw granted.error
    const code = new URL(granted.data.redirect_url).searchParams.get('code') ?? ''
    const form = { grant_type: 'authorization_code', client_id, code, redirect_uri: callback, code_verifier: secret }
    const answer = await this.fetch(`${url}/auth/v1/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
    const { access_token: token } = Object(await answer.json())
    return { ...person, token, db: this.#holderOf(token) }
  }

  removePeople = async (...people: readonly Person[]) => {
    for (const { id } of people) {
      const { error } = await this.service.auth.admin.deleteUser(id)
      if (error) throw new Error(`A person of the trial cannot be removed: ${error.message}`)
    }
  }

  /** Creates a client that has only this token. */
  #holderOf(token: string): SupabaseClient {
    const { url, anonKey } = this.installation
    return createClient(url, anonKey, { ...this.#inMemory, accessToken: async () => token })
  }
}

/** The name of the trial's OAuth application. */
export const APPLICATION = 'Planner of the isolation trial'

type Answer<T> = { data: T; error: null } | { data: null; error: { message: string } }

/** Throws if a step of the preparation fails, without which the trial would mean nothing. */
export async function arrange<T>(step: PromiseLike<Answer<T>>): Promise<T> {
  const answer = await step
  if (answer.error) throw new Error(`The trial could not be arranged: ${answer.error.message}`)
  return answer.data
}
