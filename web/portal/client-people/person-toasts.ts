import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const personToasts = {
  added: { title: 'Person added' },
  notAdded: plainFailureNotice('Person not added', NO_ANSWER),
  updated: { title: 'Person updated' },
  notUpdated: plainFailureNotice('Person not updated', NO_ANSWER),
  mainChanged: { title: 'Main person changed' },
  mainNotChanged: plainFailureNotice('Main person not changed', NO_ANSWER),
  deleted: { title: 'Person deleted' },
  notDeleted: plainFailureNotice('Person not deleted', NO_ANSWER),
} satisfies ToastTexts
