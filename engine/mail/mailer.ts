import { isIP } from 'node:net'
import { join } from 'node:path'
import { parseTemplate, unescaped } from 'engine-go-template'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../kernel/config/environment-variables.ts'
import type { Slots } from '../kernel/page-slots.ts'
import { type Address, parseAddress } from './address.ts'
import { createOutbox } from './mail-folder.ts'
import { parseMailUrl, projectSmtpServer, type SmtpServer } from './mail-url.ts'
import type { SmtpSection } from './smtp-section.ts'

export type Mail = {
  /** Determines the Message-ID, so that a mail that arrives twice is recognised. */
  id?: string
  to: string
  subject: string
  text: string
  html?: string
  replyTo?: string
  /** A web page or mailto: address to unsubscribe from recurring mails (RFC 2369). */
  unsubscribe?: string
  /** `address` or `Name <address>`; left out, the project's own sender. */
  from?: string
  /** Pictures that the HTML refers to: `<img src="cid:…">`. */
  pictures?: readonly MailPicture[]
  /** An invitation for the recipient's calendar (RFC 6047). */
  invitation?: CalendarInvitation | undefined
}

/** An iCalendar object, with the METHOD that it contains. */
export type CalendarInvitation = { method: 'REQUEST' | 'CANCEL'; content: string }

export type MailPicture = { cid: string; type: string; base64: string }

export interface Mailer {
  /** The name of the mail server; undefined where each mail becomes a file. */
  host?: string
  /** Resolves once the mail server or the outbox has accepted the mail. */
  send(mail: Mail): Promise<void>
  /** Throws where no mail would be accepted now. */
  check(): Promise<void>
  /** How long the result of `check` is reused, where a check costs something. */
  checkedForMs?: number
}

/** The settings of config.toml about mails. */
type MailsOfProject = { project_id?: string | undefined; auth: { email: { smtp: SmtpSection } } }

const SMTP_TIMEOUT_MS = 10_000
/** A server may scan a mail for minutes before it answers (RFC 5321, 4.5.3.2): giving up early would send it twice. */
const SMTP_ANSWER_MS = 5 * 60_000
// The check connects and signs in. Done too often, the server might take it for password guessing.
const SMTP_CHECK_CACHE_MS = 5 * 60_000

/**
 * Sends through the server of MAIL_URL, else that of config.toml, else into `DATA_DIR/outbox`. For the outbox it prints
 * the path of the mail and its links, since no mail program shows it. The sender is config.toml's (its name is a
 * template that knows `.Site`), else no-reply at the site's host under the project's name. Throws `ConfigError` for an
 * invalid MAIL_URL.
 */
export function createMailer(
  config: Pick<Config, 'mailUrl' | 'dataDir' | 'siteUrl'>,
  { project_id: name, auth }: MailsOfProject,
  slots: Pick<Slots, 'values'>,
  print: (text: string) => void = console.log,
): Mailer {
  const { smtp } = auth.email
  const server = config.mailUrl === undefined ? projectSmtpServer(smtp) : parseMailUrl(config.mailUrl)
  const senderName = parseTemplate(smtp.sender_name ?? name ?? '')
  const sender = () => ({
    name: oneLine(senderName({ Site: slots.values }, unescaped)),
    address: smtp.admin_email ?? noReplyAt(config.siteUrl),
  })
  return server ? smtpMailer(server, sender) : outboxMailer(join(config.dataDir, 'outbox'), sender, print)
}

function smtpMailer(server: SmtpServer, sender: () => Address): Mailer {
  const connect = async () => {
    const { createTransport } = await nodemailer()
    return createTransport({
      ...server,
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_ANSWER_MS,
    })
  }
  return {
    host: server.host,
    async send(mail) {
      await (await connect()).sendMail(toMessage(mail, sender()))
    },
    async check() {
      await (await connect()).verify()
    },
    checkedForMs: SMTP_CHECK_CACHE_MS,
  }
}

function outboxMailer(dir: string, sender: () => Address, print: (text: string) => void): Mailer {
  const outbox = createOutbox(dir, 'eml')
  return {
    async send(mail) {
      const { createTransport } = await nodemailer()
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await composer.sendMail(toMessage(mail, sender()))
      if (!Buffer.isBuffer(message)) throw new Error('nodemailer composed a stream although a buffer was asked for.')
      const file = await outbox.save(message)
      const links = mail.text.match(/https?:\/\/[^\s\p{Cc}<>"']+/gu) ?? []
      print([`Mail to ${mail.to}: ${oneLine(mail.subject)}`, ...links, file].join('\n  '))
    },
    check: outbox.check,
  }
}

/** Loaded with the first mail, so that the start does not wait for it. */
const nodemailer = () => import('nodemailer')

function toMessage(mail: Mail, standard: Address): SendMailOptions {
  const sender = mail.from === undefined ? standard : parseAddress(mail.from)
  return {
    // Parsed here and passed as objects, so that nodemailer never splits one text into several recipients.
    from: sender,
    to: parseAddress(mail.to),
    ...(mail.replyTo !== undefined && { replyTo: parseAddress(mail.replyTo) }),
    ...(mail.id !== undefined && { messageId: `<${mail.id}@${sender.address.split('@').at(-1)}>` }),
    headers: {
      // Marks the mail as automatic, so that no program answers it (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe !== undefined && { 'List-Unsubscribe': `<${new URL(mail.unsubscribe).href}>` }),
    },
    subject: subjectOf(oneLine(mail.subject)),
    text: mail.text,
    ...(mail.html !== undefined && { html: mail.html }),
    // Programs differ in where they look, so nodemailer adds it as an alternative of the text and as a file.
    ...(mail.invitation && { icalEvent: { ...mail.invitation, filename: 'invite.ics' } }),
    attachments: (mail.pictures ?? []).map(({ cid, type, base64 }) => ({
      cid,
      contentType: type,
      content: base64,
      encoding: 'base64',
      contentDisposition: 'inline' as const,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function noReplyAt(siteUrl: string): string {
  const { hostname } = new URL(siteUrl)
  return `no-reply@${isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname}`
}

const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()

/**
 * Programs would decode a subject that contains an encoded word (RFC 2047), with all that is hidden in it. nodemailer sends one in
 * ASCII as it is, so such a subject is encoded here, in words of at most 75 characters.
 */
const subjectOf = (text: string) =>
  text.includes('=?')
    ? (text.match(/.{1,10}/gsu) ?? []).map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ')
    : text
