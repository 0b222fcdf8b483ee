import { version } from '@supabase/auth-js/package.json'
import { dependencies } from '@supabase/supabase-js/package.json'
import { expect, it } from 'vitest'

it('signs in on /auth with the very client that supabase-js has inside', () => {
  expect(version).toBe(dependencies['@supabase/auth-js'])
})
