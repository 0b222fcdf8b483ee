import { createClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { newFolder } from '../storage/client.ts'
import { call } from './people.ts'
import { mintIdToken } from './providers.ts'

const clientWith = (token: string) => createClient(engine.url, engine.anonKey, { accessToken: async () => token })

it('who signed in at a third party of the project reaches data, files and functions by its token', async () => {
  const sub = crypto.randomUUID()
  const client = clientWith(await mintIdToken({ sub, role: 'authenticated' }))
  const { data: who } = await client.rpc('who')
  expect(who).toMatchObject({ role: 'authenticated', claims: { sub, role: 'authenticated' } })
  const own = client.storage.from('reels')
  const path = `${sub}/${newFolder()}.txt`
  expect((await own.upload(path, 'mine')).error).toBeNull()
  expect(await (await own.download(path)).data?.text()).toBe('mine')
  expect((await own.upload(`somebody-else/${newFolder()}.txt`, 'theirs')).error).not.toBeNull()
  expect((await client.functions.invoke('answers/text')).data).toBe('Hello Ana')
})

it('a token of a third party opens no account here, and is never the project’s own server', async () => {
  const sub = crypto.randomUUID()
  const token = await mintIdToken({ sub, role: 'authenticated' })
  expect((await call('GET', '/user', { token })).body.code).toBe('bad_jwt')
  const server = await mintIdToken({ sub, role: 'service_role' })
  expect((await call('GET', '/admin/users', { token: server })).status).toBe(403)
  expect((await clientWith(server).rpc('who')).status).toBe(401)
  const forged = await mintIdToken({ sub, role: 'authenticated' }, { forged: true })
  expect((await clientWith(forged).rpc('who')).status).toBe(401)
})
