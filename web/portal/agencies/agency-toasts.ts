import { because, NO_ANSWER, type ToastTexts } from '../../ui/toast-texts.ts'

export const agencyToasts = {
  missingName: { title: 'Name is required' },
  created: { title: 'Agency created' },
  updated: { title: 'Agency updated' },
  deleted: { title: 'Agency deleted' },
  saveFailed: because('Save failed', NO_ANSWER),
  deletionFailed: because('Delete failed', NO_ANSWER),
} satisfies ToastTexts
