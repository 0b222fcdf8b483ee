import { createClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { messageOf } from './errors.ts'
import { unwrap, unwrapCount } from './unwrap.ts'

/** A supabase-js client whose backend always gives this answer. */
const clientsOf = (answer: () => Response) =>
  createClient('http://backend.test', 'anon-key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: async () => answer() },
  }).from('clients')

it('unwraps the rows', async () => {
  const clients = clientsOf(() => Response.json([{ name: 'Harbor Bakery' }]))
  expect(unwrap(await clients.select('name'))).toEqual([{ name: 'Harbor Bakery' }])
})

it('throws what the backend refused, with its code and status', async () => {
  const refusal = { code: '42501', message: 'permission denied', details: null, hint: null }
  const clients = clientsOf(() => Response.json(refusal, { status: 403 }))
  const answer = await clients.insert({ name: 'Harbor Bakery' })
  expect(() => unwrap(answer)).toThrow(
    expect.objectContaining({ message: 'permission denied', code: '42501', status: 403 }),
  )
})

it('has no message of its own when nobody answered', async () => {
  const clients = clientsOf(() => {
    throw new TypeError('Failed to fetch')
  })
  const answer = await clients.insert({ name: 'Harbor Bakery' })
  let failure: unknown
  try {
    unwrap(answer)
  } catch (error) {
    failure = error
  }
  expect(messageOf(failure, 'Unable to create client.')).toBe('Unable to create client.')
})

it('reads the count from the range of the answer, also of none', async () => {
  const counted = (range: string) => clientsOf(() => new Response(null, { headers: { 'content-range': range } }))
  const howMany = { count: 'exact', head: true } as const
  expect(unwrapCount(await counted('*/7').select('*', howMany))).toBe(7)
  expect(unwrapCount(await counted('*/0').select('*', howMany))).toBe(0)
})
