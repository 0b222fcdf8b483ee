import { expect, it, vi } from 'vitest'
import { projectOf } from './hosted-pages.ts'

const SUPABASE_URL = 'https://project.supabase.co'
const SITE_URL = 'https://www.example.com'

it('builds for the engine where no project is named', () => {
  expect(projectOf({ SITE_URL })).toBeUndefined()
})

it.each([
  [{ SUPABASE_ANON_KEY: 'anon' }, 'anon'],
  [{ SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_1' }, 'sb_publishable_1'],
  [{ SUPABASE_ANON_KEY: 'anon', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_1' }, 'sb_publishable_1'],
])('takes the public key of either form: %j', (keys, key) => {
  expect(projectOf({ SITE_URL, SUPABASE_URL, ...keys })).toEqual({ url: SUPABASE_URL, key })
})

it.each([
  [{ SUPABASE_URL }, 'SUPABASE_PUBLISHABLE_KEY or SUPABASE_ANON_KEY is missing'],
  [{ SUPABASE_ANON_KEY: 'anon' }, 'SUPABASE_URL should be an address'],
  [{ SUPABASE_ANON_KEY: 'anon', SUPABASE_URL: 'project' }, 'SUPABASE_URL should be an address'],
])('builds no pages that would find no project: %j', (env, words) => {
  expect(() => projectOf({ SITE_URL, ...env })).toThrow(words)
})

it('warns of pages that would tell search engines of localhost', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  projectOf({ SUPABASE_URL, SUPABASE_ANON_KEY: 'anon' })
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('SITE_URL is not set'))
  warn.mockRestore()
})
