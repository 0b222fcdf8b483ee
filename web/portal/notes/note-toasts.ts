import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const noteToasts = {
  added: { title: 'Note added' },
  deleted: { title: 'Note deleted' },
  additionFailed: { title: 'Error', description: 'Failed to add note.' },
  changed: { title: 'Note saved' },
  changeFailed: plainFailureNotice('Note not saved', NO_ANSWER),
  deletionFailed: { title: 'Error', description: 'Failed to delete note.' },
} satisfies ToastTexts
