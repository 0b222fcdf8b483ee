import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { type RunningEngine, startEngine } from 'engine'
import { copyFirstStart } from 'engine/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installation } from '../../server/engine-options.ts'
import { accountClientWith } from '../../server/service-client.ts'
import { inspect } from './inspect-restored-server.ts'

let home: string
let engine: RunningEngine
let db: SupabaseClient

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'inspect-'))
  await copyFirstStart(home, { project: installation.project })
  const env = { DATA_DIR: home, PORT: '0', LOG_LEVEL: 'silent', MAIL_URL: 'file:' }
  engine = await startEngine({ ...installation, env })
  db = await accountClientWith(engine.ownUrl, engine.serviceRoleKey)
})
afterAll(async () => {
  await engine.stop()
  await rm(home, { recursive: true, force: true })
})

async function addSuperAdmin(name: string): Promise<string> {
  const { data, error } = await db.auth.admin.createUser({
    email: `${name}@agency.test`,
    email_confirm: true,
    user_metadata: { name },
  })
  if (error) throw error
  expect((await db.from('user_roles').insert({ user_id: data.user.id, role: 'super_admin' })).error).toBeNull()
  return data.user.id
}

async function ban(id: string) {
  expect((await db.auth.admin.updateUserById(id, { ban_duration: '24h' })).error).toBeNull()
}
const bringBackOnlyTheProfile = (id: string) =>
  db.from('user_profiles').update({ deactivated_at: null }).eq('id', id).throwOnError()

it('is content with any active super admin who can sign in', async () => {
  expect(await inspect(engine)).toEqual([])
  const first = await addSuperAdmin('ana')
  const second = await addSuperAdmin('ben')
  await ban(first)
  expect(await inspect(engine)).toEqual([])
  await bringBackOnlyTheProfile(first)
  expect(await inspect(engine)).toEqual([])
  await ban(second)
  await expect(inspect(engine)).rejects.toThrow('Nobody can sign in: User is banned')
})
