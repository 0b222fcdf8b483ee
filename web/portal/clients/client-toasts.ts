import { messageOf } from '../../lib/errors.ts'
import { failureNotice, NO_ANSWER, type ToastTexts } from '../../ui/toast-texts.ts'

const ASK_AN_ADMIN =
  ' You do not have permission to create clients. Please ask an admin to grant you staff/admin access.'

export const clientToasts = {
  missingFields: {
    title: 'Missing required fields',
    description: 'Name and Email are required to create a client.',
  },
  created: (id: string) => ({
    title: 'Client created',
    link: { label: 'Open', to: `/dashboard/clients/${id}` },
  }),
  updated: { title: 'Client updated' },
  deleted: { title: 'Client deleted' },
  creationFailed: (error: unknown) => {
    const message = messageOf(error, 'Unable to create client.')
    const isAboutPermission = /row-level security|permission/i.test(message)
    return { title: 'Creation failed', description: isAboutPermission ? message + ASK_AN_ADMIN : message }
  },
  updateFailed: { title: 'Error', description: 'Failed to update client information.' },
  contactDone: { title: 'Contact done' },
  contactNotDone: failureNotice('Contact not saved', NO_ANSWER),
  contactReopened: { title: 'Contact reopened' },
  contactNotReopened: failureNotice('Not undone', NO_ANSWER),
  deletionFailed: failureNotice('Delete failed', 'Failed to delete client. Please try again.'),
} satisfies ToastTexts
