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
