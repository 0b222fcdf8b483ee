import { expect, it } from 'vitest'
import { messageOf, plainMessageOf, RequestError } from './errors.ts'

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
])('falls back to the text of the situation for %s', (_, failure) => {
  expect(messageOf(failure, 'Unable to create client.')).toBe('Unable to create client.')
})

it.each([
  [
    'new row violates row-level security policy for table "clients"',
    'You are not allowed to do that. Please ask an admin.',
  ],
  ['permission denied for table contact_submissions', 'You are not allowed to do that. Please ask an admin.'],
  ['canceling statement due to statement timeout', 'That took too long. Please try again.'],
  ['deadlock detected', 'Somebody was changing this at the same moment. Please try again.'],
  [
    'duplicate key value violates unique constraint "clients_pkey"',
    'This has changed since you opened it. Please reload the page and try again.',
  ],
  [
    'insert or update on table "clients" violates foreign key constraint "clients_agency_id_fkey"',
    'This has changed since you opened it. Please reload the page and try again.',
  ],
  ['Only super admins look after the mails.', 'Only super admins look after the mails.'],
])('says %j in plain words', (message, plain) => {
  expect(plainMessageOf(new RequestError({ message, code: '', status: 400 }), 'It failed.')).toBe(plain)
})
