/** Whom a failure is about: the mail server as a whole, this one mail for now, or this one mail for good. */
export type Failure = { reason: string; concerns: 'server' | 'mail' | 'mail for good' }

/** What nodemailer calls the failures of one mail, of a server that answers. */
const ABOUT_ONE_MAIL = new Set(['EENVELOPE', 'EMESSAGE'])
/** RFC 5321, 4.2.1: the server closes, whatever it was asked for. */
const SERVICE_NOT_AVAILABLE = 421
/** RFC 5321, 4.2.3: more than the recipient may have. */
const TOO_LARGE = 552
/** Nobody has this address: as RFC 5321 says it, and where the server says more, as RFC 3463 does. */
const NO_SUCH_RECIPIENT = new Set([550, 551, 553])
const OTHER_REASON = /\b5\.(?!1\.|2\.1\b)\d+\.\d+\b/
const MOST_CHARACTERS = 500

/**
 * A mail that could not even be put together is about itself; a server or a disk that takes none, and one that takes none of
 * our sender, about all of them. For good is only what no setting and no tomorrow changes: that nobody has the address.
 */
export function failureOf(error: unknown): Failure {
  const said = error instanceof Error ? error.message : String(error)
  const reason = said.replace(/\p{Cc}+/gu, ' ').slice(0, MOST_CHARACTERS)
  const { code, responseCode, command } = detailsOf(error)
  if (responseCode === SERVICE_NOT_AVAILABLE) return { reason, concerns: 'server' }
  if (code !== undefined && !ABOUT_ONE_MAIL.has(code)) return { reason, concerns: 'server' }
  if (command === 'MAIL FROM' && responseCode !== TOO_LARGE) return { reason, concerns: 'server' }
  const isForGood = command === 'RCPT TO' && NO_SUCH_RECIPIENT.has(responseCode ?? 0) && !OTHER_REASON.test(said)
  return { reason, concerns: isForGood ? 'mail for good' : 'mail' }
}

/** What nodemailer adds to an error. */
function detailsOf(error: unknown): { code?: string; responseCode?: number; command?: string } {
  if (!(error instanceof Error)) return {}
  return {
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('responseCode' in error && typeof error.responseCode === 'number' && { responseCode: error.responseCode }),
    ...('command' in error && typeof error.command === 'string' && { command: error.command }),
  }
}
