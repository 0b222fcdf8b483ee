import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { linkIn, type Outbox } from './outbox.ts'
import { newcomer, type Person, sol, unique } from './people.ts'

/** The roles a person can have (docs/specification/users.md#roles). */
export const roles = ['user', 'agency_staff', 'agency_admin', 'admin', 'super_admin'] as const

export type Role = (typeof roles)[number]

export interface Agency {
  id: string
  name: string
}

interface SignedIn {
  client: SupabaseClient
  /** The session's entries in the browser storage, as supabase-js writes them. */
  stored: { name: string; value: string }[]
}

/** Prepares and verifies tests over the public API, with people of the seed and new ones. */
export class TestData {
  readonly url: string
  readonly outbox: Outbox
  readonly #anonKey: string
  readonly #signedIn = new Map<string, Promise<SignedIn>>()

  private constructor(url: string, outbox: Outbox, anonKey: string) {
    this.url = url
    this.outbox = outbox
    this.#anonKey = anonKey
  }

  static async open(url: string, outbox: Outbox): Promise<TestData> {
    const config: { supabaseAnonKey: string } = await (await fetch(`${url}/config.json`)).json()
    return new TestData(url, outbox, config.supabaseAnonKey)
  }

  anonymous(): SupabaseClient {
    return createClient(this.url, this.#anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  }

  /** Returns a supabase-js client signed in as this person; one session for each person and worker. */
  async as(person: Person): Promise<SupabaseClient> {
    return (await this.#session(person)).client
  }

  /** The browser storage of a signed-in person. */
  async storage(person: Person) {
    const { stored } = await this.#session(person)
    return { cookies: [], origins: [{ origin: this.url, localStorage: stored }] }
  }

  /** Creates a session that no other test uses, for tests that end it. */
  async freshSession(person: Person): Promise<SignedIn> {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    const client = createClient(this.url, this.#anonKey, {
      auth: { storage, autoRefreshToken: false, experimental: { recoveryCodes: true } },
    })
    const { error } = await client.auth.signInWithPassword({ email: person.email, password: person.password })
    if (error) throw new Error(`${person.email} could not sign in: ${error.message}`)
    return { client, stored: [...kept].map(([name, value]) => ({ name, value })) }
  }

  #session(person: Person): Promise<SignedIn> {
    const session = this.#signedIn.get(person.email) ?? this.freshSession(person)
    this.#signedIn.set(person.email, session)
    return session
  }

  async newAgency(columns: Record<string, unknown> = {}): Promise<Agency> {
    const agencies = (await this.as(sol)).from('agencies')
    const name = unique('Agency')
    const { data } = await agencies
      .insert({ name, email: 'hello@agency.test', ...columns })
      .select('id, name')
      .single()
      .throwOnError()
    return data
  }

  /** Creates a person with this role in the agency, as Sol does in the portal. */
  async newPerson(role: Role, agency: Agency | null): Promise<Person> {
    const person = newcomer()
    const admin = await this.as(sol)
    const { error } = await admin.functions.invoke('create-user', { body: { ...person, role } })
    if (error) throw new Error(`${person.email} could not be made: ${error.message}`)
    await admin
      .from('user_profiles')
      .update({ agency_id: agency?.id ?? null })
      .eq('display_name', person.name)
      .throwOnError()
    return person
  }

  async idOf(person: Person): Promise<string> {
    const { data } = await (await this.as(person)).auth.getUser()
    if (!data.user) throw new Error(`${person.email} is nobody.`)
    return data.user.id
  }

  /** Creates a person who signed up and confirmed their address. */
  async newPersonWithoutAgency(): Promise<Person> {
    const person = newcomer()
    await this.signUp(person)
    const query = new URL(linkIn(await this.outbox.newestTo(person.email))).searchParams
    const token_hash = query.get('token_hash') ?? ''
    const { error } = await this.anonymous().auth.verifyOtp({ type: 'signup', token_hash })
    if (error) throw new Error(`The confirmation link did not work: ${error.message}`)
    return person
  }

  /** Signs a person up, without confirming their address. */
  async signUp(person: Person): Promise<void> {
    const { error } = await this.anonymous().auth.signUp({
      email: person.email,
      password: person.password,
      options: { data: { name: person.name }, emailRedirectTo: this.url },
    })
    if (error) throw new Error(`${person.email} could not sign up: ${error.message}`)
  }
}
