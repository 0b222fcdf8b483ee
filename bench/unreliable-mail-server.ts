import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/**
 * The ways in which a mail fails: no answer, the server closes, the mailbox is full, the connection breaks within the
 * message.
 */
const troubles = ['hang up', '421', 'RCPT', 'DATA'] as const

/** A mail server that accepts a part of the mails, and records their Reply-To addresses. */
export async function unreliableMailServer() {
  /** The number of accepted mails by Reply-To address. */
  const taken = new Map<string, number>()
  let failing = 0
  let refused = 0

  function serve(socket: Socket) {
    const trouble = Math.random() < failing ? troubles[Math.floor(Math.random() * troubles.length)] : undefined
    if (trouble) refused++
    socket.on('error', () => undefined)
    const say = (line: string) => socket.write(`${line}\r\n`)
    if (trouble === 'hang up') return socket.destroy()
    if (trouble === '421') return socket.end('421 closing\r\n')
    say('220 mail.test')
    let message: string | undefined
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (message === undefined) {
        const command = text.slice(0, 4).toUpperCase().trim()
        if (command === trouble) say('452 mailbox full')
        else if (command === 'DATA') {
          message = ''
          say('354 go on')
        } else if (command === 'QUIT') socket.end('221 bye\r\n')
        else say('250 ok')
        return
      }
      message += text
      if (trouble === 'DATA') return socket.destroy()
      if (!message.endsWith('\r\n.\r\n')) return
      const answersTo = /^Reply-To: .*?([^\s<>]+@[^\s<>]+)/im.exec(message)?.[1]
      if (answersTo) taken.set(answersTo, (taken.get(answersTo) ?? 0) + 1)
      message = undefined
      say('250 taken')
    })
  }

  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    taken,
    refused: () => refused,
    /** Sets the share of connections that fail from now on, from 0 to 1. */
    fail(part: number) {
      failing = part
    },
    close: () => server.close(),
  }
}
