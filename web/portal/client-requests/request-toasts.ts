import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const requestToasts = {
  changed: { title: 'Request changed' },
  stepMade: { title: 'Step added' },
  notChanged: plainFailureNotice('Nothing changed', NO_ANSWER),
} satisfies ToastTexts
