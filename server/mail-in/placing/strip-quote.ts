import { runInNewContext } from 'node:vm'
import EmailReplyParser from 'email-reply-parser'

const parser = new EmailReplyParser()

/** A note is shorter. */
const MAX_CHARACTERS = 20_000
/** Some patterns of the library and below would take hours for a text that was written for that. */
const TIMEOUT_MS = 2_000

/**
 * The headers of the quoted mail, as Outlook writes them below the answer: a line or nothing, and then From with an address, Sent,
 * To and Subject in the language of the program, the last three in one order or another.
 */
const FROM = '(?:From|Von|De|Da|Van|Fra|Från|Od|От|发件人|差出人|Lähettäjä)'
const SENT =
  '(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado(?: el)?|Fecha|Inviato|Data|Verzonden|Sendt|Skickat|Wysłano|Отправлено|发送时间|送信日時|Lähetetty)'
const OUTLOOK_HEADERS = new RegExp(
  `^[ \\t>*_]*(?:[-_]{5,}[ \\t]*\\n+[ \\t>*_]*)?${FROM}[ \\t*]*:[^@\\n]*(?:\\n[ \\t>]*[<[][^@\\n]*)?@.*\\n(?:.*\\n){0,2}?[ \\t>*_]*${SENT}[ \\t*]*:.*(?:\\n|$)`,
  'imu',
)
/** The dividers of Outlook, Yahoo and others, and of forwarded mails. */
const DIVIDER =
  /^[ \t>]*(?:-{2,}[ \t]*(?:original message|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale|oorspronkelijk bericht|forwarded message|weitergeleitete nachricht|message transféré|reply message|original)[ \t]*-{2,}|begin forwarded message:|_{20,})[ \t]*$/imu

/**
 * The words that somebody wrote in an answer, without the quoted mail and the signature; '' if there are none. Where they
 * wrote between the quoted lines, these stay, because the words would mean nothing without them. A text that no pattern can
 * be tried on in time stays whole.
 */
export function withoutQuote(text: string): string {
  const short = text.slice(0, MAX_CHARACTERS).toWellFormed()
  try {
    // Only a context of its own ends a pattern that is being tried.
    return String(runInNewContext('strip()', { strip: () => wordsOf(short) }, { timeout: TIMEOUT_MS }))
  } catch (error) {
    if (isTimeout(error)) return short.trim()
    throw error
  }
}

/** The error may be of the other context, and is no instance of the Error of this one then. */
const isTimeout = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

function wordsOf(short: string): string {
  const own = short.slice(0, firstOf(short, OUTLOOK_HEADERS, DIVIDER)).replaceAll(GUARD, '')
  const { lines, headers } = withMarkedHeaders(own.split('\n'))
  const fragments = parser
    .read(guarded(lines).join('\n'))
    .getFragments()
    .map((fragment) => ({ fragment, text: restored(String(fragment), headers) }))
  const upToLast = fragments.slice(0, fragments.findLastIndex(({ fragment }) => !fragment.isHidden()) + 1)
  const isBetween = upToLast.filter(({ fragment }) => fragment.isQuoted()).length > 1
  const shown = isBetween ? upToLast : upToLast.filter(({ fragment }) => !fragment.isHidden())
  return shown
    .map(({ text }) => text)
    .join('\n')
    .trim()
}

/** A header of a quote that the library knows. No text contains it, because it would end there. */
const MARK = '--Original Message--'
/** No character: before a line it keeps the library from reading the line as a header or as the beginning of a signature. */
const GUARD = '\uFDD0'
const MAX_HEADER_LINES = 3

/**
 * The lines with each header of a quote, such as "On Friday, Ana wrote:", as a mark. The library would let a header begin at the
 * first line of the text that begins with "On", and not at the last one before the quote within the same paragraph.
 */
function withMarkedHeaders(all: readonly string[]): { lines: string[]; headers: string[] } {
  const lines: string[] = []
  const headers: string[] = []
  for (const line of all) {
    lines.push(line)
    const header = headerAtEnd(lines)
    if (header === undefined) continue
    headers.push(header.join(' '))
    lines.splice(-header.length, header.length, MARK)
  }
  return { lines, headers }
}

function headerAtEnd(lines: readonly string[]): string[] | undefined {
  const last = lines.at(-1) ?? ''
  // "From: Ana <ana@north.test>" stands on one line.
  const longest = /[:：][ \t-]*$/.test(last) ? Math.min(MAX_HEADER_LINES, lines.length) : /:.*<.*@/.test(last) ? 1 : 0
  for (let count = 1; count <= longest; count++) {
    const block = lines.slice(-count)
    if (/^[ \t]*(?:>|$)/.test(block[0] ?? '') || block[0] === MARK) return undefined
    if (/[\d@]/.test(block.join(' ')) && isHeader(block.join(' '))) return block
  }
  return undefined
}

/** Whether the library takes the line for a part of the quote below it. */
const isHeader = (line: string) => parser.read(`${line}\n> quote`).getFragments().length === 1

/** How headers begin whose patterns reach over several lines. */
const HEADER_START =
  /^[ \t-]*(?:(?:On|Le|El|Il|Em|Am|Op|W|Dnia|Den|pe|ср,|\p{Ll}{3,4}\.)\s|在|(?:From|Von|De|Van|Da)\s?:)/u
const SEPARATOR = /^[ \t]*(?:-{3,4}|_{2,4}|\+{2,4}|={2,4})[ \t]*$/
const MAX_SIGNATURE_LINES = 6

/** The lines with a guard before those that only look like a header or the beginning of a signature. */
function guarded(lines: readonly string[]): string[] {
  const separators = lines.filter((line) => SEPARATOR.test(line)).length
  return lines.map((line, index) => {
    const isOwn = SEPARATOR.test(line)
      ? separators > 1 || !isSignature(lines.slice(index + 1))
      : HEADER_START.test(line)
    return isOwn ? GUARD + line : line
  })
}

/** Whether these are the last lines before the quote, and neither many nor a list. */
function isSignature(lines: readonly string[]): boolean {
  const end = lines.findIndex((line) => line === MARK || line.startsWith('>'))
  const filled = lines.slice(0, end < 0 ? undefined : end).filter((line) => line.trim() !== '')
  return filled.length <= MAX_SIGNATURE_LINES && !filled.some((line) => /^[ \t]*(?:\d+[.)]|[-*•])[ \t]/.test(line))
}

const restored = (text: string, headers: string[]) =>
  text.replaceAll(GUARD, '').replaceAll(MARK, (mark) => headers.shift() ?? mark)

const firstOf = (text: string, ...patterns: RegExp[]) =>
  Math.min(text.length, ...patterns.map((pattern) => pattern.exec(text)?.index ?? text.length))
