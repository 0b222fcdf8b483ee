import { createClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { newAddress, password } from './auth/people.ts'
import { engine } from './engine.ts'
import { clientOptions, data } from './rest/client.ts'

const keys = z.array(z.object({ type: z.enum(['publishable', 'secret']), name: z.string(), key: z.string() }))

const ask = (path = '', init: RequestInit = {}, apikey = engine.serviceRoleKey) =>
  fetch(`${engine.url}/api-keys/v1${path}`, {
    ...init,
    headers: { apikey, ...(init.body && { 'content-type': 'application/json' }) },
  })
const add = async (type: string, name: string) => {
  const answer = await ask('', { method: 'POST', body: JSON.stringify({ type, name }) })
  const found = keys.parse(await answer.json()).find((key) => key.type === type && key.name === name)
  return found?.key ?? ''
}
const revoke = (type: string, name: string) => ask(`/${type}/${name}`, { method: 'DELETE' })

const made = keys.parse(await (await ask()).json())
const keyOf = (type: string) => made.find((key) => key.type === type && key.name === 'default')?.key ?? ''
const [publishable, secret] = [keyOf('publishable'), keyOf('secret')]

it('may be in the address, as generators of clients send them', async () => {
  const statuses = [engine.anonKey, publishable].map(async (key) => {
    const answer = await fetch(`${engine.url}/rest/v1/films?apikey=${key}&select=title&limit=1`)
    return answer.status
  })
  expect(await Promise.all(statuses)).toEqual([200, 200])
  expect((await fetch(`${engine.url}/rest/v1/films?apikey=sb_publishable_wrong`)).status).toBe(401)
})

const client = (key: string) => createClient(engine.url, key, clientOptions)

it('are made with the others: one of each, in the form of the hosted service', () => {
  expect(publishable).toMatch(/^sb_publishable_[\w-]{22}_[\w-]{8}$/)
  expect(secret).toMatch(/^sb_secret_[\w-]{22}_[\w-]{8}$/)
})

describe.each([
  ['a publishable key', publishable, engine.anonKey],
  ['a secret key', secret, engine.serviceRoleKey],
])('the client with %s', (_, key, older) => {
  const isSecret = key === secret

  it('is the caller that the older key is, to whom rows are open or closed', async () => {
    expect(data(await client(key).rpc('who'))).toEqual(data(await client(older).rpc('who')))
    expect((await client(key).from('vault').select()).error?.code).toBe(isSecret ? undefined : '42501')
  })

  it('signs people in, and speaks for them from then on', async () => {
    const email = newAddress('keys')
    await client(engine.serviceRoleKey).auth.admin.createUser({ email, password, email_confirm: true })
    const ana = client(key)
    const { data: signedIn } = await ana.auth.signInWithPassword({ email, password })
    expect((await ana.auth.getUser()).data.user?.email).toBe(email)
    expect(data(await ana.rpc('who'))).toMatchObject({ role: 'authenticated', claims: { sub: signedIn.user?.id } })
    // Her client sends her token to functions that require one.
    expect((await ana.functions.invoke('echo')).error).toBeNull()
  })

  it('manages accounts with a secret one alone', async () => {
    expect((await client(key).auth.admin.listUsers()).error?.code).toBe(isSecret ? undefined : 'not_admin')
  })

  it('stores files as its role may', async () => {
    const path = `${crypto.randomUUID()}.txt`
    const stored = await client(key).storage.from('reels').upload(path, 'words')
    expect(stored.error === null).toBe(isSecret)
    expect((await client(key).storage.listBuckets()).error).toBeNull()
  })

  it('speaks and hears on channels', async () => {
    const here = client(key)
    onTestFinished(async () => {
      await here.removeAllChannels()
      here.realtime.disconnect()
    })
    const heard: unknown[] = []
    const states: string[] = []
    const name = `keys:${crypto.randomUUID()}`
    const channel = here.channel(name, { config: { broadcast: { self: true } } })
    channel
      .on('broadcast', { event: 'word' }, ({ payload }) => heard.push(payload.word))
      .subscribe((state) => states.push(state))
    await expect.poll(() => states).toContain('SUBSCRIBED')
    await channel.send({ type: 'broadcast', event: 'word', payload: { word: 'hello' } })
    await expect.poll(() => heard).toEqual(['hello'])
    expect((await channel.httpSend('word', { word: 'again' })).success).toBe(true)
    await expect.poll(() => heard).toEqual(['hello', 'again'])
  })

  it('calls functions that ask for no token; one that does refuses it, as hosted', async () => {
    expect((await client(key).functions.invoke('open')).data).toEqual({ token: null })
    expect(await client(key).functions.invoke('echo')).toMatchObject({ error: { context: { status: 401 } } })
  })

  it('is the one that functions find in their environment', async () => {
    const name = isSecret ? 'SUPABASE_SECRET_KEYS' : 'SUPABASE_PUBLISHABLE_KEYS'
    const { data: found } = await client(engine.anonKey).functions.invoke(`answers/environment?name=${name}`)
    expect(JSON.parse(found[name])).toMatchObject({ default: key })
  })

  it('hears of GraphQL what there is to hear', async () => {
    const answer = await fetch(`${engine.url}/graphql/v1`, { method: 'POST', headers: { apikey: key }, body: '{}' })
    expect(await answer.json()).toMatchObject({ errors: [{ message: 'pg_graphql extension is not enabled.' }] })
  })
})

describe('where a key is sent', () => {
  const rest = (headers: Record<string, string>) => fetch(`${engine.url}/rest/v1/films?limit=1`, { headers })

  it('is beside a bearer, or again as one', async () => {
    expect((await rest({ apikey: publishable })).status).toBe(200)
    expect((await rest({ apikey: publishable, authorization: `Bearer ${publishable}` })).status).toBe(200)
  })

  it('is never as the bearer alone, nor beside another', async () => {
    expect((await rest({ authorization: `Bearer ${secret}` })).status).toBe(401)
    const mixed = await rest({ apikey: publishable, authorization: `Bearer ${secret}` })
    expect([mixed.status, await mixed.json()]).toEqual([401, expect.objectContaining({ code: 'PGRST301' })])
  })

  it('is not a browser, for a secret one', async () => {
    const headers = {
      apikey: secret,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    }
    for (const path of ['/rest/v1/films', '/auth/v1/admin/users', '/storage/v1/bucket', '/graphql/v1']) {
      const answer = await fetch(`${engine.url}${path}`, { headers })
      expect([answer.status, answer.headers.get('sb-error-code')], path).toEqual([
        401,
        'UNAUTHORIZED_INVALID_API_KEY_TYPE',
      ])
      expect(await answer.json()).toMatchObject({ message: 'Forbidden use of secret API key in browser' })
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect((await fetch(`${engine.url}${path}`, { headers: { ...headers, apikey: publishable } })).status).not.toBe(
        500,
      )
    }
    expect(await socketStatus(secret, headers['user-agent'])).toBe(401)
    expect(await socketStatus(publishable, headers['user-agent'])).toBe(101)
  })
})

describe('keys of their own', () => {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  afterAll(() => Promise.all([revoke('secret', name), revoke('publishable', name)]))

  it('are made, each with a name, and refused once they are revoked, wherever they are shown', async () => {
    const own = await add('secret', name)
    expect(own).not.toBe(secret)
    expect((await client(own).auth.admin.listUsers()).error).toBeNull()
    expect((await ask('', { method: 'POST', body: JSON.stringify({ type: 'secret', name }) })).status).toBe(409)

    const visitor = await add('publishable', name)
    const socket = new WebSocket(`${engine.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${visitor}`)
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    await new Promise((resolve) => socket.on('open', resolve))

    for (const type of ['secret', 'publishable']) expect((await revoke(type, name)).status).toBe(200)
    expect(await closed).toBe(1008)
    for (const path of ['/rest/v1/films', '/auth/v1/settings', '/storage/v1/bucket']) {
      for (const apikey of [own, visitor]) {
        // Other servers follow a moment later.
        await expect
          .poll(async () => {
            const answer = await fetch(`${engine.url}${path}`, { headers: { apikey } })
            return [answer.status, await answer.text()]
          })
          .toEqual([401, expect.stringContaining('Unregistered API key')])
      }
    }
    expect(await socketStatus(visitor)).toBe(401)
    expect((await client(secret).auth.admin.listUsers()).error, 'the others stay').toBeNull()
    expect((await revoke('secret', name)).status).toBe(404)
    expect(await add('secret', name), 'the same name is another key').not.toBe(own)
  })

  it('are the service key’s to make: none makes another', async () => {
    for (const key of [engine.anonKey, publishable, secret]) expect((await ask('', {}, key)).status).toBe(403)
    const wrong = await ask('', { method: 'POST', body: JSON.stringify({ type: 'secret', name: 'Not a name' }) })
    expect(wrong.status).toBe(400)
  })
})

/** The status of the answer to a WebSocket request: 101 where it is accepted. */
function socketStatus(key: string, userAgent = 'a program') {
  const socket = new WebSocket(`${engine.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}`, {
    headers: { 'user-agent': userAgent },
  })
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  socket.on('open', () => resolve(101))
  socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode))
  socket.on('error', () => undefined)
  return promise.finally(() => socket.terminate())
}
