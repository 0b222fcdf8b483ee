import { createClient } from '@supabase/supabase-js'
import { afterEach, expect, it, vi } from 'vitest'
import type { Database } from '../_shared/database.types.ts'
import { contactRecipients } from './recipients.ts'

afterEach(() => vi.unstubAllEnvs())

/** A backend where these rows answer, by the beginning of what is asked. */
function backendWith(answers: Record<string, unknown>) {
  const fetch = vi.fn(async (asked: RequestInfo | URL) => {
    const [, answer] = Object.entries(answers).find(([path]) => String(asked).includes(path)) ?? []
    return Response.json(answer ?? [])
  })
  return { fetch, supabase: createClient<Database>('http://localhost:1', 'key', { global: { fetch } }) }
}

const agency = (email: string | null) => ({ '/agencies?': [{ email }] })

it('is the agency that answers the website', async () => {
  vi.stubEnv('CONTACT_EMAIL', 'hello@mainstreet.test')
  const { supabase, fetch } = backendWith(agency('hello@north.test'))
  expect(await contactRecipients(supabase)).toEqual(['hello@north.test'])
  expect(String(fetch.mock.calls[0]?.[0])).toContain('answers_website=is.true')
})

it('are those of CONTACT_EMAIL where it has no address', async () => {
  vi.stubEnv('CONTACT_EMAIL', 'hello@mainstreet.test, sol@mainstreet.test')
  const { supabase } = backendWith(agency(null))
  expect(await contactRecipients(supabase)).toEqual(['hello@mainstreet.test', 'sol@mainstreet.test'])
})

it('are the super admins where nobody else is named', async () => {
  vi.stubEnv('CONTACT_EMAIL', '')
  const { supabase } = backendWith({
    ...agency(null),
    '/user_roles?': [{ user_id: '7a2b1c3d-0000-4000-8000-000000000001' }],
    '/admin/users/': { id: '7a2b1c3d-0000-4000-8000-000000000001', email: 'sol@mainstreet.test' },
  })
  expect(await contactRecipients(supabase)).toEqual(['sol@mainstreet.test'])
})
