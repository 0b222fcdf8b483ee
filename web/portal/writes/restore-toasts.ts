import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const restoreToasts = {
  broughtBack: { title: 'Brought back' },
  notBroughtBack: plainFailureNotice('Not brought back', NO_ANSWER),
} satisfies ToastTexts
