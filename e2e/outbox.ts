import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'

const MAIL_LIMIT_MS = 10_000

export interface Mail {
  headers: Map<string, string>
  to: string
  subject: string
  /** The decoded text and HTML of a mail, which may have either or both. */
  text: string
  html: string
}

/** Mails of an engine without SMTP server: one .eml each in DATA_DIR/outbox. */
export class Outbox {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'outbox')
  }

  async mails(): Promise<Mail[]> {
    // The folder of the outbox exists only after the first mail.
    const files = await readdir(this.#folder).catch(() => [])
    const names = files.filter((name) => name.endsWith('.eml')).sort()
    return Promise.all(names.map(async (name) => readMail(await readFile(join(this.#folder, name), 'utf8'))))
  }

  async matching(isWanted: (mail: Mail) => boolean): Promise<Mail[]> {
    return (await this.mails()).filter(isWanted)
  }

  /** Waits until `count` mails match `isWanted`, and returns the newest. */
  async newest(isWanted: (mail: Mail) => boolean, count = 1): Promise<Mail> {
    const limit = Date.now() + MAIL_LIMIT_MS
    while (Date.now() < limit) {
      const found = await this.matching(isWanted)
      const last = found.at(-1)
      if (last !== undefined && found.length >= count) return last
      await sleep(50)
    }
    throw new Error(`The awaited mail did not come within ${MAIL_LIMIT_MS / 1000} s.`)
  }

  newestTo(address: string, count = 1): Promise<Mail> {
    return this.newest((mail) => mail.to.includes(address), count)
  }
}

/** Returns the only link in a mail. */
export function linkIn(mail: Mail): string {
  const link = /https?:\/\/[^\s"'<>)]+/.exec(mail.text || mail.html.replaceAll('&amp;', '&'))
  if (link === null) throw new Error(`No link in the mail "${mail.subject}".`)
  return link[0]
}

/** Opens the link of a mail and clicks its button: opening alone does not use it up. */
export async function useLink(page: Page, link: string) {
  await page.goto(link)
  await page.getByRole('main').getByRole('button').click()
}

function readMail(source: string): Mail {
  const [headers, body] = splitHead(source)
  const parts = [...readableParts(headers, body)]
  const ofType = (type: string) => parts.find((part) => part.type === type)?.content ?? ''
  return {
    headers,
    to: headers.get('to') ?? '',
    subject: headers.get('subject') ?? '',
    text: ofType('text/plain'),
    html: ofType('text/html'),
  }
}

function splitHead(source: string): [Map<string, string>, string] {
  const end = /\r?\n\r?\n/.exec(source)
  const at = end?.index ?? source.length
  const unfolded = source.slice(0, at).replaceAll(/\r?\n[ \t]+/g, ' ')
  const headers = new Map<string, string>()
  for (const line of unfolded.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim()))
  }
  return [headers, source.slice(at + (end?.[0].length ?? 0))]
}

function* readableParts(
  headers: Map<string, string>,
  body: string,
): Generator<{ type: string; content: string }, void, undefined> {
  const contentType = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (boundary === undefined) {
    const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
    yield { type, content: decodeBody(body, headers.get('content-transfer-encoding') ?? '7bit') }
    return
  }
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    yield* readableParts(...splitHead(part.replace(/^\r?\n/, '')))
  }
}

function decodeBody(body: string, encoding: string): string {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64').toString('utf8')
    case 'quoted-printable':
      return unquote(body.replaceAll(/=\r?\n/g, ''))
    default:
      return body
  }
}

const decodeWords = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString('utf8') : unquote(word.replaceAll('_', ' ')),
    )

const unquote = (text: string) =>
  Buffer.from(
    text.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
