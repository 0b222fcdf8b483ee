import { afterEach, expect, it, vi } from 'vitest'
import { hasSecretKey, publishableKey, secretKey } from './api-keys.ts'

const older = 'eyJhbGciOiJIUzI1NiJ9.service.role'
const newer = { worker: 'sb_secret_worker', default: 'sb_secret_default' }
const asJson = JSON.stringify(newer)

afterEach(() => vi.unstubAllEnvs())

const set = (variables: Record<string, string>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
}

const called = (headers: Record<string, string>) => hasSecretKey(new Request('https://project.test', { headers }))

it('takes the key of the older form, and that named default of the newer ones where it is missing', () => {
  set({ SUPABASE_SERVICE_ROLE_KEY: older, SUPABASE_SECRET_KEYS: asJson })
  expect(secretKey()).toBe(older)
  set({ SUPABASE_SERVICE_ROLE_KEY: '' })
  expect(secretKey()).toBe('sb_secret_default')
  set({ SUPABASE_SECRET_KEYS: '{"worker":"sb_secret_worker"}' })
  expect(secretKey()).toBe('sb_secret_worker')
  set({ SUPABASE_ANON_KEY: '', SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_default"}' })
  expect(publishableKey()).toBe('sb_publishable_default')
})

it('names the variables where there is no key, and shows nothing of what it cannot read', () => {
  set({ SUPABASE_SERVICE_ROLE_KEY: '', SUPABASE_SECRET_KEYS: '' })
  expect(secretKey).toThrow('Neither SUPABASE_SERVICE_ROLE_KEY nor SUPABASE_SECRET_KEYS is set.')
  set({ SUPABASE_SECRET_KEYS: '{sb_secret_default' })
  expect(secretKey).toThrow(/^SUPABASE_SECRET_KEYS should be a JSON object of names and keys\.$/)
})

it('knows its own secret keys in either header, of either form, and nothing else', async () => {
  set({ SUPABASE_SERVICE_ROLE_KEY: older, SUPABASE_SECRET_KEYS: asJson })
  for (const key of [older, ...Object.values(newer)]) {
    expect(await called({ apikey: key })).toBe(true)
    expect(await called({ authorization: `Bearer ${key}` })).toBe(true)
  }
  for (const key of ['', 'sb_secret_', 'sb_secret_defaulx', `${older}x`, asJson, 'undefined']) {
    expect(await called({ apikey: key, authorization: `Bearer ${key}` })).toBe(false)
  }
  set({ SUPABASE_SERVICE_ROLE_KEY: '', SUPABASE_SECRET_KEYS: '{"default":""}' })
  expect(await called({ apikey: '' })).toBe(false)
  expect(await called({})).toBe(false)
})
