import { failureNotice, NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const updateToasts = {
  created: { title: 'Success', description: 'Client update created successfully' },
  deleted: { title: 'Success', description: 'Update deleted successfully' },
  missingProject: { title: 'Error', description: 'Please choose a project.' },
  missingText: { title: 'Error', description: 'Title and Content are required.' },
  requestNotAnswered: plainFailureNotice('The client does not read yet which update it is', NO_ANSWER),
  creationFailed: failureNotice('Error', 'Failed to create update. Please try again.'),
  filesMissing: (problems: readonly { name: string; problem: string }[]) => ({
    title: 'Error',
    description: `The update was created, but not all of its files could be attached. ${problems.map(({ name, problem }) => `${name}: ${problem}`).join(' ')}`,
  }),
  deletionFailed: failureNotice('Error', 'Failed to delete update. Please try again.'),
  changed: { title: 'Update saved' },
  changeFailed: failureNotice('Error', 'Failed to save the update. Please try again.'),
  mailed: { title: 'Mailed to the client', description: 'It will be sent in a moment, with a link to their page.' },
  mailingFailed: plainFailureNotice('Update not mailed', NO_ANSWER),
} satisfies ToastTexts
