import { runInNewContext } from 'node:vm'
import EmailReplyParser from 'email-reply-parser'

const parser = new EmailReplyParser()

/** A note is shorter. */
const MAX_CHARACTERS = 20_000
/** Some patterns of the library and below would take hours for a text that was written for that. */
const TIMEOUT_MS = 2_000

/**
 * The headers of the quoted mail, as Outlook writes them below the answer: a line or nothing, and then From, Sent, To and
 * Subject in the language of the program, the last three in one order or another.
 */
const FROM = '(?:From|Von|De|Da|Van|Fra|Från|Od|От|发件人|差出人|Lähettäjä)'
const SENT =
  '(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado(?: el)?|Fecha|Inviato|Data|Verzonden|Sendt|Skickat|Wysłano|Отправлено|发送时间|送信日時|Lähetetty)'
const OUTLOOK_HEADERS = new RegExp(
  `^[ \\t>*_]*(?:[-_]{5,}[ \\t]*\\n+[ \\t>*_]*)?${FROM}[ \\t*]*:.*\\n(?:.*\\n){0,2}?[ \\t>*_]*${SENT}[ \\t*]*:.*(?:\\n|$)`,
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
  const own = short.slice(0, firstOf(short, OUTLOOK_HEADERS, DIVIDER))
  const fragments = parser.read(own).getFragments()
  const upToLast = fragments.slice(0, fragments.findLastIndex((fragment) => !fragment.isHidden()) + 1)
  const isBetween = upToLast.filter((fragment) => fragment.isQuoted()).length > 1
  const shown = isBetween ? upToLast : upToLast.filter((fragment) => !fragment.isHidden())
  return shown.map(String).join('\n').trim()
}

const firstOf = (text: string, ...patterns: RegExp[]) =>
  Math.min(text.length, ...patterns.map((pattern) => pattern.exec(text)?.index ?? text.length))
