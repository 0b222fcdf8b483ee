import { cleanText, type IncomingMail, idsIn, type ReportedRecipient } from './incoming-mail.ts'

/** What a mail server says about one of our mails that it could not deliver. */
export type Bounce = {
  recipient: string | undefined
  reason: string
  /** The ids of the mails that it may be about. */
  messageIds: readonly string[]
  /** The subject of the mail that it is about, if it says so. */
  subject: string | undefined
}

const MAX_REASON_CHARACTERS = 500

/** The senders of reports; Exchange on an agency's own server writes under a name of its own. */
const REPORTER = /^(mailer-daemon|postmaster|mail-daemon|microsoftexchange[0-9a-f]*|bounces?)([+=-][^@]*)?@/i
const BOUNCE_SUBJECT =
  /^\W*(undeliver(able|ed)|undelivered mail|delivery (status notification|failure|has failed|notification)|mail delivery (failed|failure|system)|message undeliverable|failure notice|returned (mail|to sender)|unzustellbar|non remis|no se puede entregar|mancato recapito)/i

/**
 * The failures that a mail reports; empty if it reports none, such as a delay or a delivery, and undefined if it is no
 * report about a delivery.
 */
export function readBounces(mail: IncomingMail): Bounce[] | undefined {
  const { report } = mail
  if (report && report.type !== 'delivery-status') return undefined
  const subject = report?.returned?.subject ?? subjectWithin(mail)
  const messageIds = idsWithin(mail)
  if (report && report.recipients.length > 0) {
    return report.recipients
      .filter(({ action }) => action === 'failed')
      .map((reported) => ({
        recipient: reported.address ?? report.returned?.to,
        reason: reasonOf(reported),
        messageIds,
        subject,
      }))
  }
  if (!report && !isOldReport(mail)) return undefined
  if (/\b(delay(ed)?|will (be retried|retry|keep trying)|still trying|not yet been delivered)\b/i.test(mail.subject))
    return []
  return recipientsWithin(mail).map((recipient) => ({ recipient, reason: reasonWithin(mail), messageIds, subject }))
}

/** A report without the parts of RFC 3464, as Exim and qmail send: a mail that no reply reaches, about a failure. */
function isOldReport({ from, headers, subject }: IncomingMail): boolean {
  if (headers.has('x-failed-recipients')) return true
  const isFromServer = REPORTER.test(from.address) || /^<\s*>$/.test(headers.get('return-path') ?? '')
  return isFromServer && BOUNCE_SUBJECT.test(subject)
}

function reasonOf({ status, diagnostic }: ReportedRecipient): string {
  const said = diagnostic ?? ''
  const code = status !== undefined && !said.includes(status) ? status : ''
  return oneLine([code, said].filter(Boolean).join(' ')) || 'The mail server of the recipient refused it.'
}

/** The words about the failure in an old report: the line with a code, else the first lines. */
function reasonWithin({ text }: IncomingMail): string {
  const [words = ''] = text.split(/^(?:-+ .*(?:copy of|original|returned) .*|--- Below this line .*)$/im)
  const coded = words.split('\n').find((line) => /\b[45]\.\d{1,3}\.\d{1,3}\b|\b5\d\d[ -]/.test(line))
  return oneLine(coded ?? words) || 'The mail server of the recipient refused it.'
}

const oneLine = (text: string) => cleanText(text.replace(/\s+/g, ' ').trim(), MAX_REASON_CHARACTERS)

function recipientsWithin({ headers, text, report }: IncomingMail): (string | undefined)[] {
  const failed = addressesIn(headers.get('x-failed-recipients') ?? '')
  if (failed.length > 0) return failed
  const listed = [...text.matchAll(/^[ \t]*<?([^\s<>@:;,]+@[^\s<>@:;,]+)>?:?[ \t]*$/gm)].map(
    ([, address = '']) => address,
  )
  const [first] = addressesIn(listed.join(' '))
  return [first ?? report?.returned?.to ?? addressesIn(/^To:(.*)$/im.exec(text)?.[1] ?? '')[0]]
}

const addressesIn = (text: string) =>
  (text.match(/[^\s<>,;:]{1,200}@[^\s<>,;:]{1,255}/g) ?? []).map((one) => one.toLowerCase())

/**
 * The id in the returned headers, else those in a copy of the mail within the text, else the last one in the headers of the
 * report: before it Exchange names the mails that the returned one answers.
 */
function idsWithin({ report, text, answersTo }: IncomingMail): string[] {
  const returned = report?.returned?.messageId
  if (returned !== undefined) return [returned]
  const copied = [...text.matchAll(/^[> \t]*message-id:\s*(<[^<>\s]+>)/gim)].flatMap(([, id = '']) => idsIn(id))
  return copied.length > 0 ? copied : answersTo.slice(-1)
}

/** The subject in a copy of the mail within the text, or in the report's own: Exchange writes "Undeliverable: {subject}". */
function subjectWithin({ text, subject }: IncomingMail): string | undefined {
  const copied = /^Subject:[ \t]*(.+)$/im.exec(text)?.[1]
  return copied?.trim() ?? /^(?:undeliverable|undelivered|unzustellbar|non remis)\s?:\s*(.+)$/i.exec(subject)?.[1]
}
