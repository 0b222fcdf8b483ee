import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import type { Database } from '../../database/database.ts'
import { throwawayDatabase } from '../../testing/throwaway-database.ts'
import type { Mail } from '../mailer.ts'
import { MailQueue } from '../queue/mail-queue.ts'
import type { QueuedMail } from '../queue/queued-mail.ts'

export const serverDown = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' })
export const mailboxFull = Object.assign(new Error('452 mailbox full'), { code: 'EENVELOPE', responseCode: 452 })
export const unknownRecipient = Object.assign(new Error('550 no such mailbox'), {
  code: 'EENVELOPE',
  responseCode: 550,
  response: '550 no such mailbox',
  command: 'RCPT TO',
})

/** The test bed of one file: a database whose mail queue is empty before each test, and servers that send from it. */
export function queueBed() {
  let database: Database & AsyncDisposable
  beforeAll(async () => {
    database = await throwawayDatabase()
  })
  afterAll(() => database[Symbol.asyncDispose]())
  beforeEach(() => sql('truncate mail.mails'))

  const sql = (text: string) => database.run({}, { text })

  /** A server's queue, and the mails that its mail server accepted. */
  function server(take: (mail: Mail) => Promise<void> | void = () => {}) {
    const sent: Mail[] = []
    const mailer = {
      async send(mail: Mail) {
        await take(mail)
        sent.push(mail)
      },
      async check() {},
    }
    const queue = new MailQueue({ database, mailer, log: { warn: vi.fn(), error: vi.fn() } })
    return { queue, sent, subjects: () => sent.map(({ subject }) => subject) }
  }

  return {
    database: () => database,
    sql,
    server,
    mails: () => sql('select * from mail.mails order by created_at'),
    due: () => sql('update mail.mails set due_at = now()'),
    /** Queues mails whose process died before it sent them. */
    async written(...some: Partial<QueuedMail>[]) {
      const { queue } = server()
      for (const mail of some) {
        const whole = { to: 'ana@north.test', subject: 'Good morning', text: 'Hello', ...mail }
        await database.transaction({}, (tx) => queue.add(tx, whole))
      }
    },
  }
}
