import { messageOf } from '../../lib/errors.ts'

/** Everything the client screens say when something worked or did not. */
export const clientMessages = {
  missingFields: {
    title: 'Missing required fields',
    description: 'Name and Email are required to create a client.',
  },
  created: 'Client created',
  updated: 'Client updated',
  deleted: 'Client deleted',
  updateFailed: 'Failed to update client information.',

  creationFailed(error: unknown) {
    const message = messageOf(error, 'Unable to create client.')
    return { title: 'Creation failed', description: isAboutPermission(message) ? message + NOT_ALLOWED : message }
  },

  deletionFailed(error: unknown) {
    return { title: 'Delete failed', description: messageOf(error, 'Failed to delete client. Please try again.') }
  },
}

const isAboutPermission = (message: string) => /row-level security|permission/i.test(message)
const NOT_ALLOWED =
  ' You do not have permission to create clients. Please ask an admin to grant you staff/admin access.'
