import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type AdminUserAttributes, createClient } from '@supabase/supabase-js'
import { copyFirstStart, enginePerFile, keysOf, kill, untilPrinted } from 'engine/testing'
import { expect, it } from 'vitest'

const { home, port, url, run } = await enginePerFile('first-admin', { program: 'main.ts', project: 'supabase' })
const bare = await enginePerFile('no-admin', { project: 'supabase' })

/** Starts a server on its own folder, and returns its output up to the moment when it serves. */
async function start(dataDir: string, env: Record<string, string> = {}) {
  const { child } = run({ DATA_DIR: dataDir, ...env })
  return { words: await untilPrinted(child.stdout, 'Mainstreet is at'), stop: () => kill(child) }
}

const options = { auth: { persistSession: false, autoRefreshToken: false } }

async function rolesOf(dataDir: string, email: string, password: string) {
  const { anonKey } = await keysOf(dataDir)
  const db = createClient(url, anonKey, options)
  const { data, error } = await db.auth.signInWithPassword({ email, password })
  if (error) throw error
  const { data: roles } = await db.from('user_roles').select('role').eq('user_id', data.user.id)
  const { data: profile } = await db.from('user_profiles').select('agencies(name)').eq('id', data.user.id).single()
  return { roles: roles?.map(({ role }) => role).sort(), agency: profile?.agencies }
}

const superAdmin = { roles: ['super_admin', 'user'], agency: { name: 'Mainstreet' } }

it('is made once, in a first agency, with a password that is shown this once', async () => {
  const dataDir = join(home, 'once')
  const first = await start(dataDir)
  const [, email = '', password = ''] =
    /First administrator: (\S+), password (\S{16}) \(shown only now\)\. Sign in at \S+\/auth/.exec(first.words) ?? []
  expect(email).toBe('admin@mainstreet.local')
  expect(await rolesOf(dataDir, email, password)).toEqual(superAdmin)
  await first.stop()
  const second = await start(dataDir)
  expect(second.words).not.toContain('First administrator')
  expect(await rolesOf(dataDir, email, password)).toEqual(superAdmin)
})

type Account = AdminUserAttributes & { email: string; password: string }

const owner: Account = { email: 'owner@shop.test', password: 'a good password' }

/** A folder as a start leaves it that was interrupted before it made an administrator. */
async function interrupted() {
  const dataDir = await mkdtemp(join(home, 'interrupted-'))
  await copyFirstStart(dataDir, { project: 'supabase' })
  return dataDir
}

async function interruptedWith(...accounts: Account[]) {
  const dataDir = await interrupted()
  const server = await bare.start({ DATA_DIR: dataDir })
  const db = createClient(bare.url, (await keysOf(dataDir)).serviceRoleKey, options)
  for (const account of accounts) {
    expect((await db.auth.admin.createUser({ ...account, email_confirm: true })).error).toBeNull()
  }
  await kill(server)
  return dataDir
}

it('is nobody who had an account before, and is made after all where a start was cut short between it and its role', async () => {
  const dataDir = await interruptedWith(
    { email: 'eve@shop.test', password: 'a password of hers' },
    { email: owner.email, password: 'never shown', app_metadata: { first_admin: true } },
  )
  const refused = await run({ DATA_DIR: dataDir, ADMIN_EMAIL: 'eve@shop.test' }).ended
  expect(refused.words).toContain('ADMIN_EMAIL should be an address without an account: eve@shop.test has one already.')
  expect(refused.code).toBe(1)

  const { words } = await start(dataDir, { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password })
  expect(words).toContain('First administrator: owner@shop.test, the password of ADMIN_PASSWORD')
  expect(await rolesOf(dataDir, owner.email, owner.password)).toEqual(superAdmin)
})

it.each([
  [{ ADMIN_EMAIL: 'sol' }, 'ADMIN_EMAIL should be an e-mail address.'],
  [{ ADMIN_PASSWORD: '12345' }, 'ADMIN_PASSWORD should be a password of at least 6 characters.'],
])('needs %o to be right', async (env, line) => {
  const { code, words } = await run({ DATA_DIR: await interrupted(), ...env }).ended
  expect(words.trim().split('\n').at(-1)).toBe(line)
  expect(code).toBe(1)
})

it('is left to the start that serves, where the port is taken', async () => {
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  const dataDir = await interrupted()
  const { words } = await run({ DATA_DIR: dataDir }).ended
  expect(words).toContain(`another program listens on 127.0.0.1:${port}`)
  expect(words).not.toContain('First administrator')
  other.close()
  expect((await start(dataDir)).words).toMatch(/First administrator: .*password \S{16} /)
})
