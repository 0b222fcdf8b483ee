import { failureNotice, NO_ANSWER, type ToastTexts } from '../../ui/toast-texts.ts'

export const erasingToasts = {
  exported: { title: 'Everything exported' },
  notExported: failureNotice('Not exported', NO_ANSWER),
  clientErased: { title: 'Client erased for good' },
  personErased: { title: 'Person erased for good' },
  notErased: failureNotice('Not erased', 'Not everything is erased yet. Please try again.'),
} satisfies ToastTexts
