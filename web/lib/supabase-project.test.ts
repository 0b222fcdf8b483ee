import { expect, it } from 'vitest'
import { parseProject } from './supabase-project.ts'

it('knows the project, and where supabase-js keeps its session', () => {
  const config = { supabaseUrl: 'https://abc.supabase.co', supabaseAnonKey: 'key' }
  expect(parseProject(config)).toEqual({ ...config, sessionKey: 'sb-abc-auth-token' })
})

it.each([
  null,
  'https://abc.supabase.co',
  {},
  { supabaseUrl: 'nowhere', supabaseAnonKey: 'key' },
  { supabaseUrl: 'https://abc.supabase.co', supabaseAnonKey: '' },
])('refuses %j, which names none', (config) => {
  expect(() => parseProject(config)).toThrow('/config.json does not name a project')
})
