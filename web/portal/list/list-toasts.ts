import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const listToasts = {
  /** The toast after Undo. The description names the rows that could not be restored. */
  changeUndone: (description?: unknown) => ({
    title: 'Change undone',
    ...(typeof description === 'string' && { description: description }),
  }),
  notUndone: plainFailureNotice('Nothing undone', NO_ANSWER),
} satisfies ToastTexts
