import type { MailQueueApi } from '../mail/queue/mail-queue.ts'

/** A mail queue for tests that do not look at mails. */
export const noMails: MailQueueApi = {
  add: async () => undefined,
  takeBack: async () => undefined,
  put: async () => undefined,
  hurry: async () => undefined,
  hurryUnnoticed: async () => undefined,
  counts: async () => ({ waiting: 0, undelivered: 0 }),
}
