import MailRoute from '../portal/mail/mail-route.tsx'
import { FakeBackend } from './fake-backend.ts'
import { FakeTable, type Row } from './fake-table.ts'
import { type Person, sol } from './people.ts'
import { Portal } from './portal.tsx'

export const MAILS = '/rest/v1/rpc/queued_mails'
export const MAIL_STATE = '/rest/v1/rpc/mail_state'
export const SEND_AGAIN = '/rest/v1/rpc/send_mail_again'
export const SEND_ALL_AGAIN = '/rest/v1/rpc/send_mails_again'
export const DISMISS = '/rest/v1/rpc/dismiss_mail'

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** An invitation that a mail server refused two hours ago, unless `changes` says otherwise. */
export const refusedMail = (changes: Row = {}): Row => ({
  id: crypto.randomUUID(),
  subject: 'Come and join North',
  recipient: 'lou@north.test',
  state: 'undelivered',
  attempts: 1,
  failure: '550 5.1.1 no such mailbox',
  created_at: minutesFromNow(-120),
  due_at: null,
  can_be_sent_again: true,
  ...changes,
})

export const waitingMail = (changes: Row = {}): Row =>
  refusedMail({
    subject: 'Your code',
    recipient: 'ana@north.test',
    state: 'waiting',
    failure: 'connect ECONNREFUSED',
    attempts: 3,
    due_at: minutesFromNow(5.9),
    ...changes,
  })

export const expiredMail = (changes: Row = {}): Row =>
  refusedMail({ subject: 'Reset your password', state: 'expired', can_be_sent_again: false, ...changes })

/** A backend whose queue holds these mails; `state` overrides the summary of the queue. */
export function withMails(mails: Row[], state: Row = {}): { backend: FakeBackend; queue: FakeTable } {
  const backend = new FakeBackend()
  const queue = new FakeTable(mails)
  const count = (wanted: string) => queue.rows.filter((mail) => mail.state === wanted).length
  backend.answer('GET', MAILS, ({ query }) => {
    const { rows, from, count } = queue.read(new URLSearchParams(query))
    return Response.json(rows, { headers: { 'content-range': `${from}-${from + rows.length - 1}/${count}` } })
  })
  backend.answer('GET', MAIL_STATE, () =>
    Response.json({
      has_queue: true,
      host: 'smtp.north.test',
      waiting: count('waiting'),
      undelivered: count('undelivered'),
      waiting_since: queue.rows.find((mail) => mail.state === 'waiting')?.created_at ?? null,
      ...state,
    }),
  )
  return { backend, queue }
}

export function openMail(backend: FakeBackend, { as = sol, query = '' }: { as?: Person; query?: string } = {}): Portal {
  const screens = [{ path: '/dashboard/mail', Component: MailRoute }]
  return Portal.open(backend, { screens, at: `/dashboard/mail${query}`, as })
}
