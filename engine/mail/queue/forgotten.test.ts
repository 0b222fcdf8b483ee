import { expect, it } from 'vitest'
import { queueBed, unknownRecipient } from '../testing/queue-bed.ts'

const { sql, server, mails, due, written } = queueBed()

it('forgets what ended thirty days ago', async () => {
  await written({ subject: 'old' }, { subject: 'new' }, { subject: 'waits' })
  await sql(`update mail.mails set state = 'sent', ended_at = now() - interval '29 days' where subject = 'new'`)
  await sql(`update mail.mails set state = 'undelivered', ended_at = now() - interval '31 days' where subject = 'old'`)
  await server().queue.sendDue()
  expect((await mails()).map(({ subject }) => subject).toSorted()).toEqual(['new', 'waits'])
})

it('forgets a secret that was not delivered when it is valid no longer', async () => {
  await written({ validUntil: new Date(Date.now() + 60_000), subject: '123456 is your code' })
  await due()
  await server(() => Promise.reject(unknownRecipient)).queue.sendDue()
  expect(await mails()).toMatchObject([{ state: 'undelivered', content: { text: 'Hello' } }])
  await sql('update mail.mails set valid_until = now()')
  await server().queue.sendDue()
  expect(await mails()).toMatchObject([
    { state: 'expired', subject: '… is your code', content: null, failure: '550 no such mailbox' },
  ])
})
