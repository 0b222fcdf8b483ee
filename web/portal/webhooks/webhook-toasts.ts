import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const webhookToasts = {
  saved: { title: 'Webhook saved' },
  saveFailed: plainFailureNotice('Webhook not saved', NO_ANSWER),
  paused: { title: 'Webhook paused' },
  resumed: { title: 'Webhook turned on' },
  turnFailed: plainFailureNotice('Webhook not changed', NO_ANSWER),
  deleted: { title: 'Webhook deleted' },
  deletionFailed: plainFailureNotice('Webhook not deleted', NO_ANSWER),
  sent: { title: 'Event sent', description: 'Its answer is in the list.' },
  sendFailed: plainFailureNotice('Event not sent', NO_ANSWER),
} satisfies ToastTexts
