import { createClient } from '@supabase/supabase-js'
import { afterEach, expect, it, vi } from 'vitest'
import type { Database } from '../_shared/database.types.ts'
import { contactRecipients } from './recipients.ts'

afterEach(() => vi.unstubAllEnvs())

it('are those of CONTACT_EMAIL, and then the database is not asked', async () => {
  vi.stubEnv('CONTACT_EMAIL', 'hello@mainstreet.test, sol@mainstreet.test')
  const fetch = vi.fn()
  const supabase = createClient<Database>('http://localhost:1', 'key', { global: { fetch } })
  expect(await contactRecipients(supabase)).toEqual(['hello@mainstreet.test', 'sol@mainstreet.test'])
  expect(fetch).not.toHaveBeenCalled()
})
