import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const stepToasts = {
  added: (count: number) => ({ title: count === 1 ? 'Step added' : `${count} steps added` }),
  notAdded: plainFailureNotice('Steps not added', NO_ANSWER),
  done: { title: 'Step done' },
  reopened: { title: 'Step reopened' },
  notChanged: plainFailureNotice('Step not changed', NO_ANSWER),
  deleted: { title: 'Step deleted' },
  notDeleted: plainFailureNotice('Step not deleted', NO_ANSWER),
} satisfies ToastTexts
