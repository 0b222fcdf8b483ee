import { expect, it } from 'vitest'
import { messageOf, RequestError } from './errors.ts'

it('repeats the message a failure brought', () => {
  const refused = new RequestError({
    message: 'new row violates row-level security policy',
    code: '42501',
    status: 403,
  })
  expect(messageOf(refused, 'Unable to create client.')).toBe('new row violates row-level security policy')
})

it.each([
  ['a request without an answer', new RequestError({ message: 'TypeError: Failed to fetch', code: '', status: 0 })],
  ['fetch itself failing', new TypeError('Failed to fetch')],
  ['an empty message', new Error('  ')],
  ['an empty body', new Error('{}')],
  ['something that is no error', { message: 'hidden' }],
])('falls back to the catalogue for %s', (_, failure) => {
  expect(messageOf(failure, 'Unable to create client.')).toBe('Unable to create client.')
})
