import { failureNotice, NO_ANSWER, type ToastTexts } from '../../ui/toast-texts.ts'

export const agencyToasts = {
  missingName: { title: 'Name is required' },
  created: { title: 'Agency created' },
  updated: { title: 'Agency updated' },
  deleted: { title: 'Agency deleted' },
  saveFailed: failureNotice('Save failed', NO_ANSWER),
  deletionFailed: failureNotice('Delete failed', NO_ANSWER),
} satisfies ToastTexts
