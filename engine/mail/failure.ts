/** Whether a failure concerns the mail server as a whole, this mail for now, or this mail permanently. */
export type MailFailure = { reason: string; concerns: 'server' | 'mail' | 'mail for good' }

/** nodemailer's codes for failures of a single mail at a working server. */
const MESSAGE_ERRORS = new Set(['EENVELOPE', 'EMESSAGE'])
/** RFC 5321, 4.2.1: the server is closing, whatever the command was. */
const SERVICE_NOT_AVAILABLE = 421
/** RFC 5321, 4.2.3: the mail exceeds the recipient's storage. */
const TOO_LARGE = 552
/** RFC 5321, 4.2.3: replies that may say that the recipient does not exist. */
const MAYBE_NO_SUCH_RECIPIENT = new Set([550, 551, 553])
/** RFC 3463, and 5.1.10 of RFC 7505 and Exchange: the address does not exist or is closed. */
const NO_SUCH_RECIPIENT = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'])
/** An enhanced code (RFC 3463), which is no part of an IP address. */
const ENHANCED_CODE = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\.?\d)/
const ABOUT_RECIPIENT = /\b(mailbox|user|recipient|address)\b/i
/** Gmail says 5.2.1 also of somebody who receives too much at the moment. */
const ABOUT_LIMIT = /\b(rate|limit\w*|quota|exceed\w*|too (many|fast|often|quickly)|full|later|temporar\w*)\b/i
/** Postfix has a "relay recipient table", in which it does not find a recipient. */
const ABOUT_SENDER =
  /\b(relay(?! recipient)\w*|spf|dkim|dmarc|send\w*|from|polic\w*|spam|ip|block\w*|black\w*|listed|\w*auth\w*|denied|permi\w*|\w*verif\w*)\b/i
/** Their words are those of a name and say nothing. */
const ADDRESSES = /\S+@\S+|https?:\S+/g
const MAX_REASON_CHARACTERS = 500

/**
 * Classifies an error. A mail that could not be composed concerns itself; an unreachable server, a full disk or a
 * refused sender concerns all mails. Only an address that does not exist is permanent: no setting and no retry changes
 * that.
 */
export function failureOf(error: unknown): MailFailure {
  const said = error instanceof Error ? error.message : String(error)
  const reason = said.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_REASON_CHARACTERS)
  const { code, responseCode, command, response } = detailsOf(error)
  if (responseCode === SERVICE_NOT_AVAILABLE) return { reason, concerns: 'server' }
  if (code !== undefined && !MESSAGE_ERRORS.has(code)) return { reason, concerns: 'server' }
  if (command === 'MAIL FROM' && responseCode !== TOO_LARGE) return { reason, concerns: 'server' }
  const isForGood =
    command === 'RCPT TO' && MAYBE_NO_SUCH_RECIPIENT.has(responseCode ?? 0) && isNoSuchRecipient(response ?? '')
  return { reason, concerns: isForGood ? 'mail for good' : 'mail' }
}

/**
 * Whether a refusal says that the recipient does not exist. Servers refuse with the same replies when the sender has
 * reached a limit, may not relay, or fails a check, and some name no enhanced code, so their words decide.
 */
function isNoSuchRecipient(reply: string): boolean {
  const words = reply.replace(ADDRESSES, ' ')
  if (ABOUT_LIMIT.test(words)) return false
  const enhanced = ENHANCED_CODE.exec(words)?.[0]
  if (enhanced !== undefined) return NO_SUCH_RECIPIENT.has(enhanced)
  return ABOUT_RECIPIENT.test(words) && !ABOUT_SENDER.test(words)
}

/** The fields that nodemailer adds to an error. */
function detailsOf(error: unknown): { code?: string; responseCode?: number; command?: string; response?: string } {
  if (!(error instanceof Error)) return {}
  return {
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('responseCode' in error && typeof error.responseCode === 'number' && { responseCode: error.responseCode }),
    ...('command' in error && typeof error.command === 'string' && { command: error.command }),
    ...('response' in error && typeof error.response === 'string' && { response: error.response }),
  }
}
