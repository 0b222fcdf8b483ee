import { becausePlainly, NO_ANSWER, type ToastTexts } from '../../ui/toast-texts.ts'

export const restoreToasts = {
  broughtBack: { title: 'Brought back' },
  notBroughtBack: becausePlainly('Not brought back', NO_ANSWER),
} satisfies ToastTexts
