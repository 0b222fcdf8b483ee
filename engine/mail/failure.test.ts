import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { Slots } from '../kernel/page-slots.ts'
import { failureOf } from './failure.ts'
import { createMailer } from './mailer.ts'

/** The error of a mailer whose server answers each command as `replies` says, and any other command with 250. */
async function failureAt(replies: Record<string, string>, mail = {}) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(`${replies.greeting ?? '220 mail.test'}\r\n`)
    let isInMessage = false
    socket.on('data', (bytes) => {
      const text = bytes.toString()
      if (isInMessage && !text.endsWith('\r\n.\r\n')) return
      const command = isInMessage ? '.' : (text.split(/[ \r]/)[0] ?? '')
      isInMessage = command === 'DATA'
      if (replies[command] === 'hang up') socket.destroy()
      else socket.write(`${replies[command] ?? (command === 'DATA' ? '354 go on' : '250 ok')}\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const mailer = createMailer(
    { mailUrl: `smtp://127.0.0.1:${port}`, dataDir: '/nowhere', siteUrl: 'https://acme.test' },
    { auth: { email: { smtp: { enabled: false, port: 587 } } } },
    new Slots(),
  )
  const sent = mailer.send({ to: 'ana@north.test', subject: 'Good morning', text: 'Hello', ...mail })
  try {
    return await sent.then(() => 'sent', failureOf)
  } finally {
    server.close()
  }
}

it.each([
  ['a recipient that does not exist', { RCPT: '550 no such mailbox' }, 'mail for good'],
  ['a recipient that is full for now', { RCPT: '452 mailbox full' }, 'mail'],
  ['a recipient who may not have it today', { RCPT: '550 5.4.5 daily limit' }, 'mail'],
  ['a machine that it does not like', { RCPT: '554 blocked' }, 'mail'],
  ['words that it does not want', { '.': '554 spam' }, 'mail'],
  ['a sender whom it does not know', { MAIL: '530 authentication required' }, 'server'],
  ['a server that is about to close', { MAIL: '421 closing' }, 'server'],
  ['a server that greets nobody', { greeting: '554 go away' }, 'server'],
  ['a server that hangs up', { EHLO: 'hang up', HELO: 'hang up' }, 'server'],
])('%s', async (_, replies, concerns) => {
  expect(await failureAt(replies)).toMatchObject({ concerns })
})

it.each([
  ['RFC 5321', '550 Requested action not taken: mailbox unavailable'],
  ['RFC 5321', '551 User not local; please try <ana@south.test>'],
  ['RFC 5321', '553 Requested action not taken: mailbox name not allowed'],
  ['Postfix', '550 5.1.1 <ana@north.test>: Recipient address rejected: User unknown in relay recipient table'],
  [
    'Postfix without enhanced codes',
    '550 <ana@policy.test>: Recipient address rejected: User unknown in relay recipient table',
  ],
  ['Exim', '550 Unrouteable address'],
  ['cPanel', '550 No Such User Here'],
  ['qmail', '553 sorry, no mailbox here by that name (#5.1.1)'],
  ['Gmail', '550-5.1.1 The email account that you tried to reach does not exist.\r\n550 5.1.1 Check it. - gsmtp'],
  ['Gmail', '550 5.2.1 The email account that you tried to reach is inactive.'],
  ['Gmail', '553 5.1.3 The recipient address <ana@north> is not a valid RFC 5321 address.'],
  ['Exchange', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ana@north.test not found by SMTP address lookup'],
])('%s says that the recipient does not exist: %s', async (_, reply) => {
  expect(await failureAt({ RCPT: reply })).toMatchObject({ concerns: 'mail for good' })
})

it.each([
  ['cPanel', '550 Domain north.test has exceeded the max emails per hour (150/150 (100%)) allowed. Message discarded.'],
  ['cPanel', '550 User ana has exceeded the max defers and failures per hour (5/5 (100%)) allowed.'],
  ['Exim', '550 relay not permitted'],
  ['Exim', '550-Verification failed for <ana@south.test>\r\n550-No Such User Here\r\n550 Sender verify failed'],
  ['Exim', '550 SPF check failed'],
  ['Exim', '550 User authentication required'],
  ['Postfix', '550 5.1.0 <ana@south.test>: Sender address rejected: User unknown in local recipient table'],
  ['Postfix', '550 <ana@north.test>: Recipient address rejected: Access denied'],
  ['Exchange', '550 5.1.8 Access denied, bad outbound sender'],
  ['Exchange', '550 5.1.90 Your message can’t be sent because you’ve reached your daily limit for message recipients'],
  ['Exchange', '550 5.7.64 TenantAttribution; Relay Access Denied'],
  ['Gmail', '550 5.4.5 Daily user sending limit exceeded.'],
  [
    'Gmail',
    '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages',
  ],
  [
    'Mailgun',
    '550 Domain is not allowed to send: Please add the address to authorized recipients in Account Settings.',
  ],
  ['SES', '554 Message rejected: Email address is not verified.'],
  ['a blocklist', '550 Your IP address 5.1.1.9 is listed'],
  ['a full mailbox', '550 The mailbox is full'],
  ['nobody in words', '550 ana@mailbox.test rejected'],
])('%s may take the mail another time: %s', async (_, reply) => {
  expect(await failureAt({ RCPT: reply })).toMatchObject({ concerns: 'mail' })
})

it('an address that is none concerns its own mail alone', async () => {
  expect(await failureAt({}, { to: 'nobody' })).toMatchObject({ concerns: 'mail' })
})

it('no server at all concerns all mails, and so does a folder that is gone', async () => {
  const mail = { auth: { email: { smtp: { enabled: false, port: 587 } } } }
  for (const mailUrl of ['smtp://127.0.0.1:1', undefined]) {
    const mailer = createMailer(
      { mailUrl, dataDir: import.meta.filename, siteUrl: 'https://acme.test' },
      mail,
      new Slots(),
    )
    const failure = await mailer.send({ to: 'ana@north.test', subject: '', text: '' }).catch(failureOf)
    expect(failure).toMatchObject({ concerns: 'server' })
  }
})
