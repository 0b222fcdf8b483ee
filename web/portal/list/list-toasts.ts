import { becausePlainly, NO_ANSWER, type ToastTexts } from '../../ui/toast-texts.ts'

export const listToasts = {
  /** The description names the rows that could not be restored. */
  changeUndone: (told?: unknown) => ({
    title: 'Change undone',
    ...(typeof told === 'string' && { description: told }),
  }),
  notUndone: becausePlainly('Nothing undone', NO_ANSWER),
} satisfies ToastTexts
