import { FunctionsFetchError, FunctionsHttpError } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { messageOf } from './errors.ts'
import { toRequestError } from './invoke-function.ts'

const refused = (status: number, body: BodyInit) =>
  toRequestError(new FunctionsHttpError(new Response(body, { status })))

it('repeats why a function refused', async () => {
  const failure = await refused(403, JSON.stringify({ error: 'You are not allowed to create users.' }))
  expect(failure).toMatchObject({ status: 403, message: 'You are not allowed to create users.' })
})

it('repeats what the gateway said in front of it', async () => {
  expect(await refused(401, JSON.stringify({ message: 'Invalid JWT' }))).toMatchObject({ message: 'Invalid JWT' })
})

it.each([
  ['an answer that is no JSON', () => refused(502, '<h1>Bad Gateway</h1>')],
  ['an answer without words', () => refused(500, '{}')],
  ['no answer', () => toRequestError(new FunctionsFetchError(new TypeError('Failed to fetch')))],
])('leaves the words to the toast after %s', async (_, fail) => {
  expect(messageOf(await fail(), 'Please try again.')).toBe('Please try again.')
})
