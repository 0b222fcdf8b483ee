/** What the link of a mail brought along: the way in, or the reason there is none. */
export type MailLink =
  | { kind: 'session'; accessToken: string; refreshToken: string; isRecovery: boolean }
  | { kind: 'failure'; message: string }

/** Whether somebody arrived by a mail's link. Pages that are not /auth hand such a visitor on to it. */
export const isMailLink = (fragment: string) => readMailLink(fragment) !== undefined

/** Reads the fragment the backend appends when it sends somebody back from a mail: `#access_token=…` or `#error=…`. */
export function readMailLink(fragment: string): MailLink | undefined {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  const accessToken = fields.get('access_token')
  const refreshToken = fields.get('refresh_token')
  if (accessToken && refreshToken) {
    return { kind: 'session', accessToken, refreshToken, isRecovery: fields.get('type') === 'recovery' }
  }
  if (!fields.has('error') && !fields.has('error_code')) return undefined
  return { kind: 'failure', message: reasons[fields.get('error_code') ?? ''] ?? OTHER_REASON }
}

/** Our own words for the backend's codes: anybody can write an address, and put words of theirs into its description. */
const reasons: Record<string, string> = {
  otp_expired: 'Email link is invalid or has expired',
  email_exists: 'A user with this email address has already been registered',
}
const OTHER_REASON = 'This link did not work. Please ask for a new one.'
