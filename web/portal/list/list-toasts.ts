import type { Notice } from '../../ui/toast.ts'
import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

/** Thrown by a change of a row that a colleague has changed since it was read. */
export class ChangedMeanwhile extends Error {
  constructor() {
    super('A colleague has changed it since.')
  }
}

/** The toast of a failed change, which says so where a colleague was faster: to try again helps only in the other cases. */
export const unlessChanged = (failed: Notice) => (error: unknown) =>
  error instanceof ChangedMeanwhile ? { title: 'Nothing changed', description: error.message } : failed

export const listToasts = {
  /** The toast after Undo. The description names the rows that could not be restored. */
  changeUndone: (description?: unknown) => ({
    title: 'Change undone',
    ...(typeof description === 'string' && { description: description }),
  }),
  notUndone: plainFailureNotice('Nothing undone', NO_ANSWER),
} satisfies ToastTexts
