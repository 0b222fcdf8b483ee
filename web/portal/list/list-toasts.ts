import { becausePlainly, NO_ANSWER, type ToastTexts } from '../../ui/toast-texts.ts'

export const listToasts = {
  /** The description names those of several that could not be put back. */
  changeUndone: (told?: unknown) => ({
    title: 'Change undone',
    ...(typeof told === 'string' && { description: told }),
  }),
  notUndone: becausePlainly('Nothing undone', NO_ANSWER),
} satisfies ToastTexts
