import { becausePlainly, NO_ANSWER, type ToastTexts } from '../../ui/toast-texts.ts'

/** Messages about saved views. */
export const viewToasts = {
  saved: { title: 'View saved' },
  changed: { title: 'View changed' },
  deleted: { title: 'View deleted' },
  saveFailed: becausePlainly('View not saved', NO_ANSWER),
  deletionFailed: becausePlainly('View not deleted', NO_ANSWER),
} satisfies ToastTexts
