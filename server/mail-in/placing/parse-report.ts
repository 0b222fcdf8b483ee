import type { ParsedMail } from 'mailparser'
import { cleanText, type DeliveryReport, idsIn, type ReportedRecipient } from './incoming-mail.ts'

const MAX_STATUS_CHARACTERS = 100_000
const MAX_RETURNED_CHARACTERS = 1_000

/**
 * Reads the report in a multipart/report (RFC 3462), or beside other parts if nobody could answer the mail; undefined for any
 * other mail, also one to which somebody has attached a report.
 */
export async function parseReport(
  { attachments }: ParsedMail,
  headers: ReadonlyMap<string, string>,
  parse: (source: Buffer) => Promise<ParsedMail>,
): Promise<DeliveryReport | undefined> {
  const contentType = headers.get('content-type') ?? ''
  const status = attachments.find(({ contentType }) => /^message\/(global-)?delivery-status$/.test(contentType))
  const isUnanswerable = /^<\s*>$/.test(headers.get('return-path') ?? '')
  if (!/^multipart\/report\b/i.test(contentType) && !(status && isUnanswerable)) return undefined
  const returned = attachments.find(({ contentType }) =>
    /^(message\/(rfc822|global)|text\/rfc822-headers|message\/rfc822-headers|message\/global-headers)$/.test(
      contentType,
    ),
  )
  return {
    type: status ? 'delivery-status' : (/report-type="?([\w-]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'unknown'),
    recipients: status ? recipientsOf(cleanText(status.content.toString(), MAX_STATUS_CHARACTERS)) : [],
    returned: returned && headersOf(await parse(withEmptyBody(returned.content))),
  }
}

/** Headers alone would be read as a body where the empty line after them is missing. */
const withEmptyBody = (source: Buffer) => Buffer.concat([source, Buffer.from('\r\n\r\n')])

function headersOf({ messageId, subject, to }: ParsedMail) {
  const [first] = [to ?? []].flat()
  const cleaned = (text: string | undefined) => text && cleanText(text, MAX_RETURNED_CHARACTERS)
  return {
    messageId: idsIn(cleaned(messageId) ?? '')[0],
    subject: cleaned(subject),
    to: cleaned(first?.value[0]?.address)?.toLowerCase(),
  }
}

/** The groups of fields after the one about the whole mail, each about one recipient (RFC 3464, 2.3). */
function recipientsOf(status: string): ReportedRecipient[] {
  return status
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map(fieldsOf)
    .flatMap((fields) => {
      const action = fields.get('action')
      if (action === undefined) return []
      return [
        {
          action: action.toLowerCase().split(/[\s(;]/, 1)[0] ?? '',
          // The original recipient is the address that we wrote to; the final one may be where it was forwarded to.
          address: addressOf(fields.get('original-recipient')) ?? addressOf(fields.get('final-recipient')),
          status: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0],
          diagnostic: fields.get('diagnostic-code')?.replace(/^\s*[\w-]+\s*;\s*/, ''),
        },
      ]
    })
}

function fieldsOf(group: string): Map<string, string> {
  const unfolded = group.replace(/\n[ \t]+/g, ' ')
  return new Map(
    unfolded.split('\n').flatMap((line) => {
      const [, name, value] = /^([\w-]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()]]
    }),
  )
}

/** The address in a field such as `rfc822;grace@example.com`. */
const addressOf = (field: string | undefined) => /[^\s;<>]{1,200}@[^\s;<>]{1,255}/.exec(field ?? '')?.[0]?.toLowerCase()
