import { expect, it } from 'vitest'
import { RequestError } from '../../lib/errors.ts'
import { clientToasts } from './client-toasts.ts'

const failure = (message: string, status = 403) => new RequestError({ message, code: '', status })

it('repeats why a client could not be created', () => {
  expect(clientToasts.creationFailed(failure('value too long'))).toEqual({
    title: 'Creation failed',
    description: 'value too long',
  })
})

it.each(['new row violates row-level security policy for table "clients"', 'permission denied for table clients'])(
  'tells whom to ask after %j',
  (message) => {
    expect(clientToasts.creationFailed(failure(message)).description).toBe(
      `${message} You do not have permission to create clients. Please ask an admin to grant you staff/admin access.`,
    )
  },
)

it('has words of its own when the failure has none', () => {
  const silent = failure('TypeError: Failed to fetch', 0)
  expect(clientToasts.creationFailed(silent).description).toBe('Unable to create client.')
  expect(clientToasts.deletionFailed(silent)).toEqual({
    title: 'Delete failed',
    description: 'Failed to delete client. Please try again.',
  })
})
