import { domainToASCII, domainToUnicode } from 'node:url'

/** A mail from the mailbox, reduced to what decides where it goes. Ids of messages are without angle brackets. */
export type IncomingMail = {
  messageId: string | undefined
  /** The ids in In-Reply-To and References, the latest last. */
  answersTo: readonly string[]
  from: { name: string; address: string }
  subject: string
  text: string
  /** Header values by lower-case name; of a repeated header the first. */
  headers: ReadonlyMap<string, string>
  /** The number of servers that the mail has passed. */
  hops: number
  /** The report of a mail server about the delivery of another mail (RFC 3464). */
  report: DeliveryReport | undefined
  files: readonly MailFile[]
}

export type MailFile = { name: string; type: string; content: Buffer }

export type DeliveryReport = {
  /** What the report is about, such as `delivery-status` or `disposition-notification`. */
  type: string
  recipients: readonly ReportedRecipient[]
  /** The headers of the mail that the report is about, where it returns them. */
  returned: { messageId: string | undefined; subject: string | undefined; to: string | undefined } | undefined
}

export type ReportedRecipient = {
  address: string | undefined
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded`. */
  action: string
  /** The enhanced status code, such as 5.1.1. */
  status: string | undefined
  /** What the server that refused the mail said. */
  diagnostic: string | undefined
}

/**
 * The ids of messages in a header. Some programs leave out the angle brackets. Without the limits of length the time would grow
 * by the square of the header's length.
 */
export const idsIn = (header: string): string[] =>
  (header.match(/<[^<>\s]{1,998}>|[^<>\s,;]{1,500}@[^<>\s,;]{1,500}/g) ?? []).map((id) => id.replace(/^<|>$/g, ''))

/** The beginning of a text of a stranger in a form that the database stores: without NUL and without halves of characters. */
export const cleanText = (text: string, maxCharacters: number): string =>
  text.slice(0, maxCharacters).replaceAll('\0', '').toWellFormed()

/**
 * An address in the form in which addresses are compared: in lower case, with the domain in ASCII. Only a domain of letters and
 * digits is converted, because the conversion would end any other at a slash or a question mark, as that of a link.
 */
export const comparableAddress = (address: string): string => withDomain(address, domainToASCII).toLowerCase()

/** Both forms in which the database may hold an address: browsers differ in what they make of a domain with other letters. */
export const formsOf = (address: string): string[] => [
  ...new Set([comparableAddress(address), withDomain(comparableAddress(address), domainToUnicode)]),
]

function withDomain(address: string, convert: (domain: string) => string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  const converted = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) ? convert(domain) : ''
  return address.slice(0, at) + (converted || domain)
}
