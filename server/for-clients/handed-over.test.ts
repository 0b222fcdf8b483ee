import { createClient } from '@supabase/supabase-js'
import type { PageRequest } from 'engine'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { ClientPages } from './client-pages.ts'

const { url, anonKey, serviceRoleKey } = inject('engine')
const options = { auth: { persistSession: false, autoRefreshToken: false } }
const service = createClient(url, serviceRoleKey, options)

const client = crypto.randomUUID()
const built = '<script type="module" src="/assets/x.js"></script><client-page></client-page>'
const clientPages = new ClientPages()

let token: string
beforeAll(async () => {
  const ben = createClient(url, anonKey, options)
  await ben.auth.signInWithPassword({ email: 'ben@north.test', password: 'mainstreet' })
  const agency_id = 'a0000000-0000-4000-8000-000000000001'
  const row = { id: client, agency_id, name: 'Grace', email: 'grace@shop.test' }
  expect((await service.from('clients').insert(row)).error).toBeNull()
  token = (await ben.rpc('make_client_link', { client, name: 'Grace' })).data[0].token
  clientPages.start({ ownUrl: url, serviceRoleKey })
})
afterAll(async () => {
  await service.from('clients').delete().eq('id', client)
})

const nothing = { query: new URLSearchParams(), files: async function* () {}, headers: {}, network: '203.0.113.8' }

async function ask(path: string, method: 'GET' | 'POST', fields: Record<string, string> = {}) {
  const page = clientPages.pages.find((page) => page.path === path && Boolean(page.takesForms) === (method === 'POST'))
  const request: PageRequest = { params: { token }, form: new URLSearchParams(fields), method, ...nothing }
  const answer = await page?.answer(request)
  if (answer === undefined || answer instanceof Response) return answer
  return { status: answer.status, html: answer.fill(built) }
}
const look = async () => htmlOf(await ask('/for/:token', 'GET'))
const send = (fields: Record<string, string>) => ask('/for/:token/secrets', 'POST', fields)
const htmlOf = (answer: Awaited<ReturnType<typeof ask>>) => (answer && 'html' in answer ? answer.html : '')

it('[for-clients.md#handing-over] keeps the script only while something is asked for, and takes it sealed once', async () => {
  const secret = crypto.randomUUID()
  const point = Buffer.concat([Buffer.from([4]), Buffer.alloc(64)]).toString('base64')
  const salt = Buffer.from(secret.replaceAll('-', ''), 'hex').toString('base64')
  const row = { id: secret, client_id: client, label: 'Shop "admin" password', public_key: point }
  const encrypted_private_key = `{"v":1,"iterations":250000,"salt":"${salt}","nonce":"${salt.slice(0, 16)}","ciphertext":"${salt}"}`
  expect((await service.from('client_secrets').insert({ ...row, encrypted_private_key })).error).toBeNull()

  const asked = await look()
  expect(asked).toContain('<script')
  const [, ref = ''] = /name="secret" value="(\w+)"/.exec(asked) ?? []
  const sealed = `{"v":1,"key":"${point}","nonce":"${salt.slice(0, 16)}","ciphertext":"${salt}"}`

  expect((await send({ secret: ref, sealed: 'in the clear' }))?.status).toBe(422)
  expect(await send({ secret: 'unknown', sealed })).toBeUndefined()
  const stored = await send({ secret: ref, sealed })
  expect([stored?.status, stored instanceof Response && stored.headers.get('location')]).toEqual([
    303,
    `/for/${token}#secret-${ref}`,
  ])
  const again = await send({ secret: ref, sealed })
  expect(again?.status).toBe(409)
  expect(htmlOf(again)).toContain('This was sent before, so what you typed was not sent.')
  expect(await look()).not.toContain('<script')
})
