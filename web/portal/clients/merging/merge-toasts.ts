import { failureNotice, NO_ANSWER, type ToastTexts } from '../../../ui/toast-texts.ts'

export const mergeToasts = {
  merged: { title: 'Clients merged' },
  notMerged: failureNotice('Not merged', NO_ANSWER),
  undone: (description: string) => ({ title: 'Merge undone', ...(description !== '' && { description }) }),
  notUndone: failureNotice('Not undone', NO_ANSWER),
} satisfies ToastTexts
