import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export interface MailServer {
  /** The value for MAIL_URL. */
  url: string
  /** Recipients of the accepted mails. */
  readonly recipients: readonly string[]
  /** Recipients whose mails are refused, with the SMTP answer. */
  readonly refused: Map<string, string>
  stop(): Promise<void>
}

/** A minimal SMTP server for one sender. */
export async function startMailServer(): Promise<MailServer> {
  const recipients: string[] = []
  const open = new Set<Socket>()
  const refused = new Map<string, string>()

  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy())
    const say = (line: string) => socket.write(`${line}\r\n`)
    let recipient = ''
    let isReadingMail = false
    say('220 mail.test ESMTP')
    createInterface(socket).on('line', (line) => {
      if (isReadingMail) {
        if (line !== '.') return
        isReadingMail = false
        recipients.push(recipient)
        say('250 taken')
      } else if (line.startsWith('RCPT TO:')) {
        recipient = /<(.*)>/.exec(line)?.[1] ?? ''
        say(refused.get(recipient) ?? '250 go on')
      } else if (line === 'DATA') {
        isReadingMail = true
        say('354 go on')
      } else if (line === 'QUIT') socket.end('221 bye\r\n')
      else say('250 go on')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.')

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    recipients,
    refused,
    async stop() {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
