/** Whom a failure is about: the mail server as a whole, this one mail for now, or this one mail for good. */
export type Failure = { reason: string; concerns: 'server' | 'mail' | 'mail for good' }

/** What nodemailer calls the failures of one mail, of a server that answers. */
const ABOUT_ONE_MAIL = new Set(['EENVELOPE', 'EMESSAGE'])
/** RFC 5321, 4.2.1: the server closes, whatever it was asked for. */
const SERVICE_NOT_AVAILABLE = 421
const FIRST_PERMANENT_REPLY = 500
const MOST_CHARACTERS = 500

/** A mail that could not even be put together is about itself; a server or a disk that takes none, about all of them. */
export function failureOf(error: unknown): Failure {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, MOST_CHARACTERS)
  const { code, responseCode } = detailsOf(error)
  if (responseCode === SERVICE_NOT_AVAILABLE) return { reason, concerns: 'server' }
  if (code !== undefined && !ABOUT_ONE_MAIL.has(code)) return { reason, concerns: 'server' }
  const isForGood = responseCode !== undefined && responseCode >= FIRST_PERMANENT_REPLY
  return { reason, concerns: isForGood ? 'mail for good' : 'mail' }
}

function detailsOf(error: unknown): { code?: string; responseCode?: number } {
  if (!(error instanceof Error)) return {}
  return {
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('responseCode' in error && typeof error.responseCode === 'number' && { responseCode: error.responseCode }),
  }
}
