import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, it } from 'vitest'
import { loadProject } from '../assembly/config-toml.ts'
import { startEngine } from '../assembly/start-engine.ts'
import { parseConfig } from '../kernel/config/environment-variables.ts'
import { copyFirstStart } from '../testing/first-start.ts'
import { emptyProject } from '../testing/paths.ts'
import type { ApiKeyRows } from '../tokens/api-key-rows.ts'
import { loadKeys } from '../tokens/key-file.ts'
import { keysFileOf, openTokens } from '../tokens/open-tokens.ts'
import { rotateKeys } from './rotate-keys.ts'
import { withApiKeys } from './with-api-keys.ts'

const home = await mkdtemp(join(tmpdir(), 'rotate-keys-'))
await copyFirstStart(home, { project: emptyProject })
await writeFile(join(home, 'config.toml'), '')
afterAll(() => rm(home, { recursive: true, force: true }))

const env = { DATA_DIR: home, PROJECT_DIR: home, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMITS: 'off' }
const config = parseConfig(env)
const start = () => startEngine({ name: 'Engine', env })
const client = (url: string, key: string) =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
/** The keys of the newer form, by name, after a change of them. */
async function apiKeysAfter(change: (rows: ApiKeyRows) => Promise<unknown>, settings = config) {
  const tokens = await openTokens(settings, await loadProject(home))
  const work = async (rows: ApiKeyRows) => {
    await change(rows)
    await tokens.apiKeys.read(rows)
  }
  await withApiKeys({ config: settings, tokens }, work)
  return { ...tokens.apiKeys.named('publishable'), ...tokens.apiKeys.named('secret') }
}
const person = { email: 'ana@north.test', password: 'mainstreet' }

it('refuses what the old keys have signed, and nothing else', async () => {
  const before = await start()
  const made = await client(before.ownUrl, before.serviceRoleKey).auth.admin.createUser({
    ...person,
    email_confirm: true,
  })
  expect(made.error).toBe(null)
  const { data } = await client(before.ownUrl, before.anonKey).auth.signInWithPassword(person)
  await expect(rotateKeys(config)).rejects.toThrow('is in use by')

  // A key that is created while a server has the database open also exists when none has.
  const here = parseConfig({ ...env, PORT: new URL(before.ownUrl).port })
  const { cron = '' } = await apiKeysAfter((rows) => rows.add({ type: 'secret', name: 'cron' }), here)
  expect((await client(before.ownUrl, cron).auth.admin.listUsers()).error).toBe(null)
  const { leaflet } = await apiKeysAfter((rows) => rows.add({ type: 'publishable', name: 'leaflet' }), here)
  expect(leaflet).toMatch(/^sb_publishable_/)
  const revoked = await apiKeysAfter((rows) => rows.revoke({ type: 'publishable', name: 'leaflet' }), here)
  expect(Object.keys(revoked)).not.toContain('leaflet')
  await before.stop()
  expect(await apiKeysAfter(async () => undefined)).toMatchObject({ cron })

  const { vaultKey, jwtSecret } = await loadKeys(keysFileOf(config))
  await rotateKeys(config)
  const keys = await loadKeys(keysFileOf(config))
  expect(keys.jwtSecret).not.toBe(jwtSecret)
  expect(keys.vaultKey, 'the vault is read as before').toBe(vaultKey)
  const { cron: renewed } = await apiKeysAfter(async () => undefined)
  expect(renewed).toMatch(/^sb_secret_/)
  expect(renewed, 'the name stays, the key is another').not.toBe(cron)
  const after = await start()
  const stranger = await client(after.ownUrl, before.serviceRoleKey).auth.admin.listUsers()
  expect(stranger.error?.status).toBe(401)
  const visitor = client(after.ownUrl, after.anonKey)
  expect((await visitor.auth.getUser(data.session?.access_token)).error?.status).toBe(403)
  const refreshed = await visitor.auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' })
  expect(refreshed.data.user?.email).toBe(person.email)
  expect((await visitor.auth.signInWithPassword(person)).error).toBe(null)
  await after.stop()
})

it('leaves keys alone that a setting gives', async () => {
  const given = parseConfig({ ...env, JWT_SECRET: 'x'.repeat(32) })
  await expect(rotateKeys(given)).rejects.toThrow('JWT_SECRET is set')
})
