import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, it } from 'vitest'
import { introduce } from './chat-client.ts'
import { engine } from './engine.ts'
import { arrange, newPerson, north, type Person, removePeople, service, signIn } from './people.ts'

const BUCKET = 'client-update-files'
const clients: SupabaseClient[] = []
const people: Person[] = []
afterAll(async () => {
  for (const client of clients) client.realtime.disconnect()
  await removePeople(...people)
})

async function colleague(): Promise<Person> {
  const person = await newPerson('Bert', { agencyId: north, roles: ['agency_admin'] })
  people.push(person)
  return person
}

/** The holder of a token: the person, or a thief. */
function holderOf(token: string): SupabaseClient {
  const client: SupabaseClient = createClient(engine.url, engine.anonKey, { accessToken: async () => token })
  clients.push(client)
  return client
}

const ban = async ({ id }: Person) => {
  const { error } = await service.auth.admin.updateUserById(id, { ban_duration: '24h' })
  if (error) throw error
}

const deactivate = async ({ id }: Person) => {
  const { db } = await signIn('sol@mainstreet.test')
  await arrange(db.rpc('deactivate_person', { person: id }))
}

/** A wait longer than the grace period in which an old refresh token may be reused after a lost answer. */
const REUSE_MS = 11_000

/**
 * The time within which the chat must close sockets of a deactivated person. Where the closing event is lost, the chat
 * checks after half a minute; a busy machine takes some seconds.
 */
const AT_ONCE_MS = 15_000

/** Uses a refresh token that was exchanged long ago, as a thief would. */
const steal = async ({ db }: Person) => {
  const first = (await db.auth.getSession()).data.session?.refresh_token ?? ''
  await db.auth.refreshSession()
  await db.auth.refreshSession()
  await sleep(REUSE_MS)
  const thief = createClient(engine.url, engine.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { error } = await thief.auth.refreshSession({ refresh_token: first })
  expect(error?.code).toBe('refresh_token_already_used')
}

describe.each([
  ['somebody who is banned', ban],
  ['somebody who is deactivated', deactivate],
  ['a session of which a refresh token was stolen', steal],
])('%s', (_, happens) => {
  it('is out everywhere at once, whatever the token says', async () => {
    const person = await colleague()
    const { token } = person
    const holder = holderOf(token)
    expect(await arrange(holder.from('clients').select('id').limit(1))).toHaveLength(1)
    const chat = await introduce(token)
    await expect.poll(() => chat.of('auth_success')).toHaveLength(1)
    await holder.realtime.setAuth()
    const states: string[] = []
    holder.channel(`anything:${person.id}`).subscribe((state) => states.push(state))
    await expect.poll(() => states).toContain('SUBSCRIBED')

    await happens(person)
    const since = performance.now()
    const closed = Promise.all([chat.closed, expect.poll(() => states).toContain('CLOSED')]).then(() =>
      performance.now(),
    )
    expect((await holder.from('clients').select('id').limit(1)).status).toBe(401)
    expect((await holder.storage.from(BUCKET).list('')).data).toBeNull()
    const answer = await fetch(`${engine.url}/functions/v1/create-user`, {
      method: 'POST',
      headers: { apikey: engine.anonKey, authorization: `Bearer ${token}` },
      body: '{}',
    })
    expect(answer.status).toBe(401)
    expect((await createClient(engine.url, engine.anonKey).auth.getUser(token)).data.user).toBeNull()
    expect((await closed) - since).toBeLessThan(AT_ONCE_MS)
  })
})

it('a stranger’s name does not stay in the profile of whoever’s address it was', async () => {
  const email = `nell.${crypto.randomUUID()}@isolation.test`
  const stranger = createClient(engine.url, engine.anonKey, { auth: { persistSession: false } }).auth
  const { data } = await stranger.signUp({ email, password: 'what they know', options: { data: { name: 'Stranger' } } })
  const id = data.user?.id ?? ''
  const nameNow = async () => {
    const [profile] = await arrange(service.from('user_profiles').select('display_name').eq('id', id))
    return profile?.display_name
  }
  expect(await nameNow()).toBe('Stranger')
  await stranger.signUp({ email, password: 'what she knows', options: { data: { name: 'Nell' } } })
  expect(await nameNow()).toBe('Nell')
  const link = await service.auth.admin.generateLink({ type: 'recovery', email })
  await fetch(link.data.properties?.action_link ?? '', { redirect: 'manual' })
  expect(await nameNow()).toBeNull()
  await service.auth.admin.deleteUser(id)
})
