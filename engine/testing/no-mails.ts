import type { MailQueueApi } from '../mail/queue/mail-queue.ts'

/** A mail queue for tests that do not look at mails. */
export const noMails: MailQueueApi = {
  add: async () => undefined,
  cancel: async () => undefined,
  addAndSend: async () => undefined,
  sendNow: async () => undefined,
  sendInBackground: async () => undefined,
  counts: async () => ({ waiting: 0, undelivered: 0 }),
}
