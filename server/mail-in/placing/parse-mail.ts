import { type Attachment, type HeaderLines, type ParsedMail, simpleParser } from 'mailparser'
import { cleanText, comparableAddress, type IncomingMail, idsIn, type MailFile } from './incoming-mail.ts'
import { parseReport } from './parse-report.ts'

/** Larger HTML is not converted to text: no person writes as much. */
const MAX_HTML_CHARACTERS = 2_000_000
/** A note keeps half of it, and the reports that consist of text alone begin with what failed. */
const MAX_TEXT_CHARACTERS = 200_000
/** A header of a megabyte passes mail servers, and would keep the patterns of this folder busy for minutes. */
const MAX_HEADER_CHARACTERS = 10_000
const MAX_SUBJECT_CHARACTERS = 1_000
const MAX_NAME_CHARACTERS = 200

/** Parses the source of a mail. */
export async function parseMail(source: Buffer): Promise<IncomingMail> {
  const mail = await parse(source)
  const headers = headersOf(mail.headerLines)
  const [from] = mail.from?.value ?? []
  return {
    messageId: idsIn(cleanText(mail.messageId ?? '', MAX_HEADER_CHARACTERS))[0],
    answersTo: [...idsIn(headers.get('references') ?? ''), ...idsIn(headers.get('in-reply-to') ?? '')],
    from: {
      name: cleanName(from?.name ?? ''),
      address: comparableAddress(cleanText(from?.address ?? '', MAX_HEADER_CHARACTERS)),
    },
    subject: cleanText(mail.subject ?? '', MAX_SUBJECT_CHARACTERS),
    text: cleanText((mail.text ?? '').replaceAll('\r\n', '\n'), MAX_TEXT_CHARACTERS),
    headers,
    hops: mail.headerLines.filter(({ key }) => key === 'received').length,
    report: await parseReport(mail, headers, parse),
    files: mail.attachments.filter(isAttachedFile).map(toFile),
  }
}

const parse = (source: Buffer): Promise<ParsedMail> =>
  simpleParser(source, {
    // The parts of a report stay apart from the words for people, and a mail within a mail from those around it.
    keepDeliveryStatus: true,
    ignoreEmbedded: true,
    keepCidLinks: true,
    skipTextToHtml: true,
    checksumAlgo: false,
    maxHtmlLengthToParse: MAX_HTML_CHARACTERS,
  })

function headersOf(lines: HeaderLines): Map<string, string> {
  const headers = new Map<string, string>()
  for (const { key, line } of lines) {
    if (headers.has(key)) continue
    const value = cleanText(line.slice(line.indexOf(':') + 1), MAX_HEADER_CHARACTERS)
    headers.set(key, value.replace(/\s+/g, ' ').trim())
  }
  return headers
}

/** Pictures up to this size within the text are taken for the icons of a signature or of the layout. */
const MAX_ICON_BYTES = 10_000

/** Small pictures within the text are no files that somebody sent; larger ones with a name may have been pasted into it. */
const isAttachedFile = ({ related, contentType, content, filename }: Attachment) =>
  (!related || (filename && (!contentType.startsWith('image/') || content.length > MAX_ICON_BYTES))) &&
  !/^(message|multipart)\/|^text\/(rfc822|calendar)|pkcs7-signature|pgp-/.test(contentType) &&
  content.length > 0

const toFile = ({ filename, contentType, content }: Attachment): MailFile => ({
  name: cleanName(filename ?? '') || 'file',
  type: contentType.toLowerCase(),
  content,
})

/** A name in one line, without the characters that would write what follows from right to left. */
const cleanName = (name: string) =>
  cleanText(name, MAX_NAME_CHARACTERS)
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
