import { createClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { type Person, person } from '../people.ts'
import { clientOptions, data, service } from './client.ts'

describe('a signed-in person', () => {
  let ana: Person
  let ben: Person
  beforeAll(async () => {
    ana = await person()
    ben = await person()
  })

  it('is known to SQL', async () => {
    expect(data(await ana.client.rpc('who'))).toMatchObject({ role: 'authenticated', claims: { sub: ana.id } })
  })

  it('reads and writes what the row policies allow', async () => {
    data(await ana.client.from('diaries').insert({ entry: 'secret' }).select())
    expect(data(await ana.client.from('diaries').select())).toEqual([{ owner: ana.id, entry: 'secret' }])
    expect(data(await ben.client.from('diaries').select())).toEqual([])
    expect(data(await ben.client.from('diaries').update({ entry: 'mine' }).eq('owner', ana.id).select())).toEqual([])
    expect(data(await service.from('diaries').select().eq('owner', ana.id))).toHaveLength(1)
  })

  it('is refused, not asked to sign in', async () => {
    const forged = await ben.client.from('diaries').insert({ owner: ana.id, entry: 'forged' })
    expect(forged).toMatchObject({ status: 403, error: { code: '42501' } })
    expect(await ben.client.from('vault').select()).toMatchObject({ status: 403, error: { code: '42501' } })
  })

  it('does not become what their token says unless authenticator may', async () => {
    const root = await person('supabase_auth_admin')
    const { data: rows, ...refused } = await root.client.from('films').select()
    expect({ rows, refused }).toMatchObject({
      rows: null,
      refused: {
        status: 403,
        error: { code: '42501', message: 'permission denied to set role "supabase_auth_admin"' },
      },
    })
  })

  it('does not become the engine by the role none, which Postgres takes for nobody else', async () => {
    const nobody = await person('none')
    const { data: rows, ...refused } = await nobody.client.from('vault').select()
    expect({ rows, refused }).toMatchObject({
      rows: null,
      refused: { status: 403, error: { code: '42501', message: 'permission denied to set role "none"' } },
    })
    expect((await nobody.client.storage.listBuckets()).data).toBeNull()
  })

  it('has more time than a stranger', async () => {
    expect(data(await ana.client.rpc('request_setting', { name: 'statement_timeout' }))).toBe('8s')
  })

  it('is nobody any more once signed out', async () => {
    const cleo = await person()
    const before = createClient(engine.url, engine.anonKey, {
      ...clientOptions,
      global: { headers: { Authorization: `Bearer ${cleo.token}` } },
    })
    expect(await before.from('films').select('id').limit(1)).toMatchObject({ status: 200 })
    await cleo.client.auth.signOut()
    expect(await before.from('films').select('id').limit(1)).toMatchObject({
      status: 401,
      error: { code: 'PGRST303', message: 'Session from session_id claim in JWT does not exist' },
    })
  })
})
