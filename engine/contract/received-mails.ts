import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { engine } from './engine.ts'

export type ReceivedMail = {
  subject: string
  text: string
  html: string
  /** The first link in the text. */
  link: string
  /** The six-digit code. */
  code: string
}

/** The newest mail to an address; throws where there is none. */
export async function newestMailTo(address: string): Promise<ReceivedMail> {
  const mail = (await mailsTo(address)).at(-1)
  if (!mail) throw new Error(`No mail to ${address} in ${engine.outboxDir}.`)
  return mail
}

/** All mails to an address, oldest first. */
export async function mailsTo(address: string): Promise<ReceivedMail[]> {
  const files = await readdir(engine.outboxDir).catch(() => [])
  const mails = files
    .filter((file) => file.endsWith('.eml'))
    .sort()
    .map(async (file) => parseMessage(await readFile(join(engine.outboxDir, file), 'utf8')))
  return (await Promise.all(mails)).filter(({ headers }) => headers.get('to') === address).map(toMail)
}

/** The newest text message to a number, and the code in it. */
export async function newestTextTo(phone: string) {
  const text = (await textsTo(phone)).at(-1)
  if (text === undefined) throw new Error(`No text message to ${phone} in ${engine.outboxDir}.`)
  return { text, code: /\b\d{6}\b/.exec(text)?.[0] ?? '' }
}

/** All text messages to a number, oldest first. */
export async function textsTo(phone: string): Promise<string[]> {
  const files = (await readdir(engine.outboxDir).catch(() => [])).filter((file) => file.endsWith('.sms')).sort()
  const messages = await Promise.all(files.map((file) => readFile(join(engine.outboxDir, file), 'utf8')))
  return messages
    .filter((message) => message.startsWith(`To: ${phone}\n`))
    .map((message) => message.slice(message.indexOf('\n\n')).trim())
}

type Message = { headers: Map<string, string>; body: string }

function parseMessage(source: string): Message {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  const headers = unfolded.split('\r\n').map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: new Map(headers), body: rest.join('\r\n\r\n') }
}

function toMail(message: Message): ReceivedMail {
  const parts = partsOf(message)
  const text = parts.get('text/plain') ?? ''
  return {
    subject: decodeWords(message.headers.get('subject') ?? ''),
    text,
    html: parts.get('text/html') ?? '',
    link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
    code: /\b\d{6}\b/.exec(text)?.[0] ?? '',
  }
}

/** The decoded text of each part, by its type. */
function partsOf({ headers, body }: Message): Map<string, string> {
  const contentType = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1]
  if (boundary === undefined) {
    const [type = ''] = contentType.split(';')
    return new Map([[type, decodeBody(body, headers.get('content-transfer-encoding') ?? '7bit')]])
  }
  const parts = body.split(`--${boundary}`).slice(1, -1)
  return new Map(parts.flatMap((part) => [...partsOf(parseMessage(part.replace(/^\r\n/, '')))]))
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body.replace(/=\r\n/g, '')) : body
}

const decodeQuotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** Decodes encoded words of a header (RFC 2047). */
const decodeWords = (text: string) =>
  text.replace(/=\?utf-8\?([QB])\?([^?]*)\?=\s*/gi, (_, encoding: string, word: string) =>
    encoding.toUpperCase() === 'B'
      ? Buffer.from(word, 'base64').toString()
      : decodeQuotedPrintable(word.replaceAll('_', ' ')),
  )
