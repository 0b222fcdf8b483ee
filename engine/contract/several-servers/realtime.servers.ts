import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startServers } from '../../testing/start-two-servers.ts'

const servers = await startServers()
afterAll(servers.stop)

const inMemory = { auth: { persistSession: false, autoRefreshToken: false } }
const clients: SupabaseClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) {
    await client.removeAllChannels()
    client.realtime.disconnect()
  }
})

type Server = { url: string }
const topic = () => `room:${crypto.randomUUID()}`

function visitor({ url }: Server) {
  const client = createClient(url, servers.anonKey, inMemory)
  clients.push(client)
  return client
}

/** A channel on one of the servers, with its received messages and presences. */
async function enter(server: Server, name: string, key = '') {
  const config = { broadcast: { ack: true }, presence: { key } }
  const channel = visitor(server).channel(name, { config })
  const heard: unknown[] = []
  const happened: string[] = []
  channel
    .on('broadcast', { event: '*' }, ({ payload }) => heard.push(payload))
    .on('presence', { event: 'sync' }, () => happened.push('SYNC'))
    .subscribe((state) => happened.push(state))
  await expect.poll(() => happened).toEqual(expect.arrayContaining(['SUBSCRIBED', 'SYNC']))
  return { channel, heard, present: () => Object.keys(channel.presenceState()).sort() }
}

const say = ({ channel }: { channel: RealtimeChannel }, payload: Record<string, unknown>) =>
  channel.send({ type: 'broadcast', event: 'said', payload })

describe('what is said at one server', () => {
  it('is heard at the other, once, and in order; not by who said it', async () => {
    const name = topic()
    const [ana, ben, abe] = await Promise.all([
      enter(servers.one, name),
      enter(servers.other, name),
      enter(servers.one, name),
    ])
    const numbers = Array.from({ length: 50 }, (_, number) => ({ number }))
    for (const number of numbers) expect(await say(ana, number)).toBe('ok')
    await say(ben, { number: 'last' })
    await expect.poll(() => abe.heard.at(-1)).toEqual({ number: 'last' })
    await expect.poll(() => ben.heard).toEqual(numbers)
    expect(abe.heard).toEqual([...numbers, { number: 'last' }])
    expect(ana.heard).toEqual([{ number: 'last' }])
  })

  it('may be bytes', async () => {
    const name = topic()
    const [ana, ben] = await Promise.all([enter(servers.one, name), enter(servers.other, name)])
    await ana.channel.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([0, 1, 255]).buffer })
    const bytes = () => ben.heard.map((heard) => (heard instanceof ArrayBuffer ? [...new Uint8Array(heard)] : heard))
    await expect.poll(bytes).toEqual([[0, 1, 255]])
  })

  it('may come over HTTP to a server where nobody is in the room', async () => {
    const name = topic()
    const ben = await enter(servers.other, name)
    expect(await visitor(servers.one).channel(name).httpSend('said', { a: 1 })).toEqual({ success: true })
    await expect.poll(() => ben.heard).toEqual([{ a: 1 }])
  })
})

describe('who is at one server', () => {
  it('is seen at the other: those who are there already, who comes, changes and goes', async () => {
    const name = topic()
    const ana = await enter(servers.one, name, 'ana')
    expect(await ana.channel.track({ mood: 'good' })).toBe('ok')
    const ben = await enter(servers.other, name, 'ben')
    await expect.poll(ben.present).toEqual(['ana'])
    await ben.channel.track({})
    await expect.poll(ana.present).toEqual(['ana', 'ben'])
    await ana.channel.track({ mood: 'better' })
    await expect.poll(() => ben.channel.presenceState()).toMatchObject({ ana: [{ mood: 'better' }] })
    await ana.channel.untrack()
    await expect.poll(ben.present).toEqual(['ben'])
    await ben.channel.unsubscribe()
    await expect.poll(ana.present).toEqual([])
  })

  it('is gone at the other when that server is stopped, and when it is killed', async () => {
    const name = topic()
    const watching = await enter(servers.one, name)
    const stopping = await servers.startAnother()
    const killed = await servers.startAnother()
    const ben = await enter(stopping, name, 'ben')
    const cleo = await enter(killed, name, 'cleo')
    await ben.channel.track({})
    await cleo.channel.track({})
    await expect.poll(watching.present).toEqual(['ben', 'cleo'])
    await stopping.end('SIGTERM')
    await expect.poll(watching.present).toEqual(['cleo'])
    await killed.end('SIGKILL')
    await expect.poll(watching.present, { timeout: 45_000 }).toEqual([])
    const late = await enter(servers.other, name)
    expect(late.present()).toEqual([])
  })
})

describe('what happens in the database', () => {
  const service = createClient(servers.one.url, servers.serviceRoleKey, { auth: { persistSession: false } })

  it('is told at each server, once: rows that change, and messages of its own', async () => {
    const street = `Street ${crypto.randomUUID()}`
    const name = `door:${crypto.randomUUID()}`
    const ears = await Promise.all([servers.one, servers.other].map((server) => listen(visitor(server), name, street)))
    for (const number of [1, 2]) {
      expect((await service.from('signs').insert({ street, number })).error).toBeNull()
    }
    expect((await service.rpc('announce', { topic: name, words: { id: 'x' }, is_private: false })).error).toBeNull()
    for (const { rows, messages } of ears) await expect.poll(() => [rows, messages]).toEqual([[1, 2], [{ id: 'x' }]])
  })

  it('ends at one server the channels of a session that was signed out at the other', async () => {
    const email = `${crypto.randomUUID()}@people.test`
    const password = 'a long password'
    expect((await service.auth.admin.createUser({ email, password, email_confirm: true })).error).toBeNull()
    const person = visitor(servers.one)
    const { data } = await person.auth.signInWithPassword({ email, password })
    const thief = visitor(servers.other)
    await thief.realtime.setAuth(data.session?.access_token ?? '')
    const happened: string[] = []
    thief
      .channel(`room:${data.user?.id}`, { config: { private: true } })
      .on('system', {}, ({ message }) => happened.push(message))
      .subscribe((state) => happened.push(state))
    await expect.poll(() => happened).toEqual(['SUBSCRIBED'])
    await person.auth.signOut({ scope: 'local' })
    const words = 'Session from session_id claim in JWT does not exist'
    await expect.poll(() => happened).toEqual(['SUBSCRIBED', words, 'CLOSED'])
  })

  async function listen(client: SupabaseClient, name: string, street: string) {
    const rows: unknown[] = []
    const messages: unknown[] = []
    const words: string[] = []
    client
      .channel(name)
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', table: 'signs', filter: `street=eq.${street}` },
        (change) => rows.push(Reflect.get(change.new, 'number')),
      )
      .on('broadcast', { event: '*' }, ({ payload }) => messages.push(payload))
      .on('system', {}, ({ message }) => words.push(message))
      .subscribe()
    await expect.poll(() => words).toEqual(['Subscribed to PostgreSQL'])
    return { rows, messages }
  }
})

const keys = z.array(z.object({ name: z.string(), key: z.string() }))

it('a key that is revoked at one server is refused by the other, and whoever came by it is sent away', async () => {
  const headers = { apikey: servers.serviceRoleKey, 'content-type': 'application/json' }
  const at = `${servers.one.url}/api-keys/v1`
  const body = JSON.stringify({ type: 'publishable', name: 'leaflet' })
  const made = keys.parse(await (await fetch(at, { method: 'POST', headers, body })).json())
  const key = made.find(({ name }) => name === 'leaflet')?.key ?? ''
  const settings = async () =>
    (await fetch(`${servers.other.url}/auth/v1/settings`, { headers: { apikey: key } })).status
  await expect.poll(settings).toBe(200)
  const socket = new WebSocket(`${servers.other.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}`)
  const closed = new Promise((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  await fetch(`${at}/publishable/leaflet`, { method: 'DELETE', headers: { apikey: servers.serviceRoleKey } })
  expect(await closed).toBe(1008)
  expect(await settings()).toBe(401)
})

it('goes on in each server while Redis is away, and together when it is back', async () => {
  const name = topic()
  const ana = await enter(servers.one, name, 'ana')
  const ben = await enter(servers.other, name, 'ben')
  await ana.channel.track({})
  await ben.channel.track({})
  await expect.poll(ana.present).toEqual(['ana', 'ben'])
  await expect.poll(ben.present).toEqual(['ana', 'ben'])

  await servers.redis.kill()
  await expect.poll(() => health(servers.one)).toMatchObject({ status: 'degraded', database: 'ok', redis: 'no answer' })
  const abe = await enter(servers.one, name, 'abe')
  await abe.channel.track({})
  await ben.channel.untrack()
  expect(await say(ana, { alone: true })).toBe('ok')
  await expect.poll(() => abe.heard).toEqual([{ alone: true }])

  await servers.redis.start()
  await expect.poll(ben.present).toEqual(['abe', 'ana'])
  await expect.poll(ana.present, { timeout: 45_000 }).toEqual(['abe', 'ana'])
  await expect.poll(() => health(servers.one)).toMatchObject({ database: 'ok', redis: 'ok' })
  await say(ana, { together: true })
  await expect.poll(() => ben.heard).toEqual([{ together: true }])
})

const health = async ({ url }: Server) => {
  const headers = { authorization: `Bearer ${servers.serviceRoleKey}` }
  return (await fetch(`${url}/health`, { headers })).json()
}
