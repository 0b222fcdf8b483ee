/** Whether a failure concerns the mail server as a whole, this mail for now, or this mail permanently. */
export type MailFailure = { reason: string; concerns: 'server' | 'mail' | 'mail for good' }

/** nodemailer's codes for failures of a single mail at a working server. */
const MESSAGE_ERRORS = new Set(['EENVELOPE', 'EMESSAGE'])
/** RFC 5321, 4.2.1: the server is closing, whatever the command was. */
const SERVICE_NOT_AVAILABLE = 421
/** RFC 5321, 4.2.3: the mail exceeds the recipient's storage. */
const TOO_LARGE = 552
/** The address does not exist: the codes of RFC 5321, and the enhanced codes of RFC 3463 where the server sends one. */
const NO_SUCH_RECIPIENT = new Set([550, 551, 553])
const TEMPORARY_REASON = /\b5\.(?!1\.|2\.1\b)\d+\.\d+\b/
const MAX_REASON_CHARACTERS = 500

/**
 * Classifies an error. A mail that could not be composed concerns itself; an unreachable server, a full disk or a
 * refused sender concerns all mails. Only an address that does not exist is permanent: no setting and no retry changes
 * that.
 */
export function failureOf(error: unknown): MailFailure {
  const said = error instanceof Error ? error.message : String(error)
  const reason = said.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_REASON_CHARACTERS)
  const { code, responseCode, command } = detailsOf(error)
  if (responseCode === SERVICE_NOT_AVAILABLE) return { reason, concerns: 'server' }
  if (code !== undefined && !MESSAGE_ERRORS.has(code)) return { reason, concerns: 'server' }
  if (command === 'MAIL FROM' && responseCode !== TOO_LARGE) return { reason, concerns: 'server' }
  const isForGood = command === 'RCPT TO' && NO_SUCH_RECIPIENT.has(responseCode ?? 0) && !TEMPORARY_REASON.test(said)
  return { reason, concerns: isForGood ? 'mail for good' : 'mail' }
}

/** The fields that nodemailer adds to an error. */
function detailsOf(error: unknown): { code?: string; responseCode?: number; command?: string } {
  if (!(error instanceof Error)) return {}
  return {
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('responseCode' in error && typeof error.responseCode === 'number' && { responseCode: error.responseCode }),
    ...('command' in error && typeof error.command === 'string' && { command: error.command }),
  }
}
