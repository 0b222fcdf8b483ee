import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Slots } from '../kernel/page-slots.ts'
import { createMailer, type Mail } from './mailer.ts'
import type { SmtpSection } from './smtp-section.ts'

const mail: Mail = {
  to: 'ana@north.test',
  subject: 'Confirm your email address',
  text: 'Hello Ana,\n\nhttps://acme.test/auth/v1/verify?token=abc&type=signup\n',
}

let dataDir: string
let smtp: SmtpSection
const print = vi.fn<(text: string) => void>()

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mailer-'))
  smtp = { enabled: false, port: 587, sender_name: 'Acme' }
  print.mockClear()
})
afterEach(() => rm(dataDir, { recursive: true }))

const mailer = (settings: { mailUrl?: string; siteUrl?: string } = {}, slots: Pick<Slots, 'values'> = new Slots()) =>
  createMailer(
    { mailUrl: settings.mailUrl, dataDir, siteUrl: settings.siteUrl ?? 'https://acme.test' },
    { auth: { email: { smtp } } },
    slots,
    print,
  )

const outbox = async () => {
  const dir = join(dataDir, 'outbox')
  const names = (await readdir(dir)).sort()
  return Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')))
}

describe('the outbox', () => {
  it('keeps each mail in a file of its own that only this user reads, in the order of sending', async () => {
    const sender = mailer()
    for (const subject of ['first', 'second', 'third']) await sender.send({ ...mail, subject })
    const messages = await outbox()
    expect(messages.map((message) => /^Subject: (.*)\r$/m.exec(message)?.[1])).toEqual(['first', 'second', 'third'])
    const names = await readdir(join(dataDir, 'outbox'))
    expect(names).toEqual(names.filter((name) => name.endsWith('.eml')))
    expect((await stat(join(dataDir, 'outbox', String(names[0])))).mode & 0o777).toBe(0o600)
  })

  it('prints where the mail lies and which link it holds', async () => {
    await mailer().send(mail)
    const printed = print.mock.lastCall?.[0]
    expect(printed).toContain('Mail to ana@north.test: Confirm your email address\n')
    expect(printed).toContain('https://acme.test/auth/v1/verify?token=abc&type=signup\n')
    expect(printed).toMatch(/outbox\/.*\.eml$/)
  })

  it('says that no person has written it, and where mails of its kind are ended', async () => {
    await mailer().send(mail)
    await mailer().send({ ...mail, unsubscribe: 'https://acme.test/profile\r\nBcc: eve@evil.test' })
    const [plain, digest] = await outbox()
    expect(plain).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(plain).not.toContain('List-Unsubscribe')
    expect(digest).toMatch(/^List-Unsubscribe: <https:\/\/acme\.test\/profileBcc:%20eve@evil\.test>\r$/m)
  })

  it('offers an invitation as an alternative of the text, and as a file', async () => {
    const content = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR'
    await mailer().send({ ...mail, html: '<p>Hello</p>', invitation: { method: 'REQUEST', content } })
    const [message] = await outbox()
    expect(message).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=REQUEST\r$/m)
    expect(message).toMatch(/^Content-Disposition: attachment; filename=invite\.ics\r$/m)
    expect(message?.indexOf('multipart/alternative')).toBeGreaterThan(message?.indexOf('multipart/mixed') ?? 0)
  })

  it('brings the pictures that its HTML shows', async () => {
    const base64 = Buffer.from('a small picture').toString('base64')
    const pictures = [{ cid: 'menu@acme.test', type: 'image/jpeg', base64 }]
    await mailer().send({ ...mail, html: '<img src="cid:menu@acme.test" alt="The menu">', pictures })
    const [message] = await outbox()
    expect(message).toMatch(/Content-Id: <menu@acme\.test>/i)
    expect(message).toContain('Content-Disposition: inline')
    expect(message).toContain(base64)
  })

  it('sends as no-reply of the site, under the name of the project', async () => {
    await mailer().send(mail)
    await mailer({ siteUrl: 'http://127.0.0.1:3000' }).send(mail)
    const [first, second] = await outbox()
    expect(first).toContain('From: Acme <no-reply@acme.test>\r\n')
    expect(second).toContain('From: Acme <no-reply@localhost>\r\n')
  })

  it('sends as the address of config.toml where that names one', async () => {
    smtp = { ...smtp, admin_email: 'hello@acme.test' }
    await mailer().send(mail)
    expect((await outbox())[0]).toContain('From: Acme <hello@acme.test>\r\n')
  })

  it('has the name that the site goes by now', async () => {
    smtp.sender_name = '{{ if .Site }}{{ .Site.name }}{{ else }}Acme{{ end }}'
    await mailer().send(mail)
    await mailer({}, { values: { name: 'Florist,\nEve <eve@evil.test>' } }).send(mail)
    const [first, second] = await outbox()
    expect(first).toContain('From: Acme <no-reply@acme.test>\r\n')
    expect(second).toContain('From: "Florist, Eve <eve@evil.test>" <no-reply@acme.test>\r\n')
  })

  it('carries text, HTML and Reply-To', async () => {
    await mailer().send({ ...mail, html: '<p>Hello Ana</p>', replyTo: 'Vic <vic@bakery.test>' })
    const [message] = await outbox()
    expect(message).toContain('Reply-To: Vic <vic@bakery.test>\r\n')
    expect(message).toMatch(/Content-Type: multipart\/alternative/)
    expect(message).toContain('<p>Hello Ana</p>')
  })
})

describe('header injection', () => {
  it('sends a subject that looks encoded as the text that it is', async () => {
    const subject = '=?utf-8?Q?Hello=E2=80=AEabc?= asks for: \u{1F600} and more'
    await mailer().send({ ...mail, subject })
    const [message = ''] = await outbox()
    const [header = ''] = /^Subject: .*(?:\r\n .*)*/m.exec(message) ?? []
    expect(header).not.toContain('?Q?')
    const words = [...header.matchAll(/=\?UTF-8\?B\?([\w+/=]+)\?=/g)]
    expect(words.map(([, base64 = '']) => Buffer.from(base64, 'base64').toString()).join('')).toBe(subject)
  })

  it('folds line breaks in a subject into the subject', async () => {
    await mailer().send({ ...mail, subject: 'Hello\r\nBcc: eve@evil.test\n\nBody' })
    const [message] = await outbox()
    expect(message).not.toMatch(/^Bcc:/m)
    expect(message).toContain('Subject: Hello Bcc: eve@evil.test Body\r\n')
  })

  it.each([
    { to: 'ana@north.test, eve@evil.test' },
    { to: 'ana@north.test\r\nBcc: eve@evil.test' },
    { to: 'Ana\r\nBcc: eve@evil.test <ana@north.test>' },
    { to: '' },
    { replyTo: 'vic@bakery.test, eve@evil.test' },
    { replyTo: 'vic@bakery.test\nBcc: eve@evil.test' },
    { from: 'Acme <a@b.test>, <eve@evil.test>' },
  ])('refuses %j as an address', async (change) => {
    await expect(mailer().send({ ...mail, ...change })).rejects.toThrow('is not one e-mail address')
    expect(await readdir(dataDir)).toEqual([])
  })
})

describe('SMTP', () => {
  it('hands the mail to the server of MAIL_URL and prints nothing of it', async () => {
    const received = await withSmtpServer(async (port) => mailer({ mailUrl: `smtp://127.0.0.1:${port}` }).send(mail))
    expect(received).toContain('MAIL FROM:<no-reply@acme.test>')
    expect(received).toContain('RCPT TO:<ana@north.test>')
    expect(received).toContain('Subject: Confirm your email address')
    expect(print).not.toHaveBeenCalled()
  })

  it('fails when the server does not answer', async () => {
    await expect(mailer({ mailUrl: 'smtp://127.0.0.1:1' }).send(mail)).rejects.toThrow('ECONNREFUSED')
  })
})

/** Runs a mail server that accepts everything; returns all commands that it received. */
async function withSmtpServer(work: (port: number) => Promise<void>): Promise<string> {
  let received = ''
  let inData = false
  const server = createServer((socket) => {
    socket.write('220 mail.test ESMTP\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      received += text
      if (inData ? text.endsWith('\r\n.\r\n') : true) {
        socket.write(!inData && text.startsWith('DATA') ? '354 go on\r\n' : '250 OK\r\n')
        inData = text.startsWith('DATA')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  await work(address.port)
  await new Promise((resolve) => server.close(resolve))
  return received
}
