import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

/** Toasts about saved views. */
export const viewToasts = {
  saved: { title: 'View saved' },
  changed: { title: 'View changed' },
  deleted: { title: 'View deleted' },
  saveFailed: plainFailureNotice('View not saved', NO_ANSWER),
  deletionFailed: plainFailureNotice('View not deleted', NO_ANSWER),
} satisfies ToastTexts
