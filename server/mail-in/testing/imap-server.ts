import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export type StoredMail = { uid: number; source: Buffer; flags: Set<string> }

/**
 * A mailbox that is read by IMAP4rev1 (RFC 3501) on the loopback interface: sign-in, SELECT, and UID SEARCH, FETCH and STORE.
 * It notes what clients ask for, so that a test sees what was changed.
 */
export class ImapServer {
  readonly mails: StoredMail[] = []
  readonly commands: string[] = []
  /** What it answers to the commands that match, in place of doing what they say. */
  readonly answers: [command: RegExp, answer: string][] = []
  validity = 7
  readonly #server = createServer((socket) => this.#serve(socket))

  async start(port = 0): Promise<string> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    return `imap://reader:secret@127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }

  async stop() {
    this.#server.close()
    await once(this.#server, 'close')
  }

  add(source: string): StoredMail {
    const mail = {
      uid: (this.mails.at(-1)?.uid ?? 0) + 1,
      source: Buffer.from(source.replaceAll(/\r?\n/g, '\r\n')),
      flags: new Set<string>(),
    }
    this.mails.push(mail)
    return mail
  }

  #serve(socket: Socket) {
    socket.on('error', () => undefined)
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      for (let end = received.indexOf('\r\n'); end >= 0; end = received.indexOf('\r\n')) {
        const line = received.slice(0, end)
        received = received.slice(end + 2)
        const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(line) ?? []
        this.commands.push(command)
        const [, instead] = this.answers.find(([matched]) => matched.test(command)) ?? []
        if (instead !== undefined) {
          socket.write(`${tag} ${instead}\r\n`)
          continue
        }
        for (const answer of this.#answer(command)) socket.write(answer)
        if (command === 'LOGOUT') socket.end('* BYE\r\n')
        socket.write(`${tag} OK${command.startsWith('SELECT') ? ' [READ-WRITE]' : ''} done\r\n`)
      }
    })
  }

  #answer(command: string): (string | Buffer)[] {
    if (command === 'CAPABILITY') return ['* CAPABILITY IMAP4rev1\r\n']
    if (command.startsWith('LIST')) return ['* LIST () "/" INBOX\r\n']
    if (command.startsWith('SELECT')) {
      return [
        `* ${this.mails.length} EXISTS\r\n* FLAGS (\\Seen \\Deleted)\r\n* OK [PERMANENTFLAGS (\\Seen \\Deleted)] kept\r\n`,
        `* OK [UIDVALIDITY ${this.validity}] valid\r\n* OK [UIDNEXT ${(this.mails.at(-1)?.uid ?? 0) + 1}] next\r\n`,
      ]
    }
    const [, first, range] = /^UID SEARCH .*?UID (\d+)(:\*)?/.exec(command) ?? []
    if (command.startsWith('UID SEARCH')) {
      const found = this.mails.filter(({ uid }, at) =>
        first === undefined || range
          ? uid >= Number(first ?? 0) || at === this.mails.length - 1
          : uid === Number(first),
      )
      return [`* SEARCH ${found.map(({ uid }) => uid).join(' ')}\r\n`]
    }
    const [, what, uid, rest = ''] = /^UID (FETCH|STORE) (\d+) (.*)$/.exec(command) ?? []
    const at = this.mails.findIndex((mail) => mail.uid === Number(uid))
    const mail = this.mails[at]
    if (!mail) return []
    if (what === 'STORE') {
      for (const flag of rest.match(/\\\w+/g) ?? []) mail.flags.add(flag)
      return [`* ${at + 1} FETCH (UID ${mail.uid} FLAGS (${[...mail.flags].join(' ')}))\r\n`]
    }
    return [`* ${at + 1} FETCH (UID ${mail.uid} BODY[]<0> {${mail.source.length}}\r\n`, mail.source, ')\r\n']
  }
}
