import { ACCOUNT_DEACTIVATED } from '../lib/errors.ts'
import { expiredLinkTexts, isMailLinkType } from './expired-link-texts.ts'

/**
 * The result of a mail link or of a provider's sign-in, with which the visitor was redirected here: a session, or the
 * reason for a failure.
 */
export type AuthRedirect =
  | { kind: 'session'; accessToken: string; refreshToken: string; choosesPassword: boolean }
  | { kind: 'failure'; message: string }
  /**
   * The first of the two links that confirm a new email address was opened; the second mail has still to be answered.
   */
  | { kind: 'half-way' }

type Address = { hash: string; search: string }

/** Whether a mail link leads to choosing a password: the old one was forgotten, or the invited person has none yet. */
export const isPasswordLink = (type: string) => type === 'recovery' || type === 'invite'

/** The start of the auth service's message after the first of the two links that confirm a new email address. */
const HALF_WAY = 'Confirmation link accepted'

/** Query or fragment parameters with which the auth service reports a failed sign-in. */
const failureFields = ['error', 'error_code', 'error_description']

/** Query parameter of an invitation's redirect, since an expired link does not say what it was. */
const INVITED = 'invited'

/** Query parameter with the type of a mail link that the server has used (server/mail-link-pages.ts). */
const LINK_TYPE = 'type'

/** Whether the visitor was redirected with a result. Pages other than /auth hand such a visitor on to it. */
export const isAuthRedirect = (address: Address) => readAuthRedirect(address) !== undefined

/** Reads the backend's parameters: `#access_token=…`, or `error=…`, which for some failures is in the query only. */
export function readAuthRedirect({ hash, search }: Address): AuthRedirect | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const accessToken = fields.get('access_token')
  const refreshToken = fields.get('refresh_token')
  if (accessToken && refreshToken) {
    return {
      kind: 'session',
      accessToken,
      refreshToken,
      choosesPassword: isPasswordLink(fields.get('type') ?? ''),
    }
  }
  if (fields.get('message')?.startsWith(HALF_WAY)) return { kind: 'half-way' }
  const query = new URLSearchParams(search)
  const failure = [fields, query].find(isFailure)
  if (!failure) return
  const isOver = failure.get('error_code') === 'otp_expired'
  const type = query.has(INVITED) ? 'invite' : (query.get(LINK_TYPE) ?? '')
  return { kind: 'failure', message: isOver && isMailLinkType(type) ? expiredLinkTexts[type] : reasonOf(failure) }
}

/** The query without the parameters that the redirect added. */
export function queryAfterAuthRedirect(search: string): string {
  const query = new URLSearchParams(search)
  if (!isFailure(query) && !query.has(INVITED)) return search
  for (const field of [...failureFields, INVITED, LINK_TYPE]) query.delete(field)
  return query.size > 0 ? `?${query}` : ''
}

const isFailure = (fields: URLSearchParams) => fields.has('error') || fields.has('error_code')

/** Returns our own message for an error code: the description in a link is ignored, since anyone can forge one. */
function reasonOf(failure: URLSearchParams): string {
  const code = failure.get('error_code')
  if (code !== null) return reasons[code] ?? 'This link did not work. Please ask for a new one.'
  // The auth service sends no error code when a sign-in provider refuses.
  return failure.get('error') === 'access_denied' ? 'Signing in was cancelled. Please try again.' : SIGN_IN_FAILED
}

const SIGN_IN_FAILED = 'Signing in did not work. Please try again.'

const reasons: Record<string, string> = {
  otp_expired: expiredLinkTexts.recovery,
  email_exists: 'A user with this email address has already been registered',
  bad_oauth_callback: SIGN_IN_FAILED,
  bad_oauth_state: 'Signing in took too long. Please try again.',
  flow_state_already_used: SIGN_IN_FAILED,
  unexpected_failure: SIGN_IN_FAILED,
  provider_email_needs_verification:
    'Your email address is not confirmed with that account. Please confirm it and try again.',
  signup_disabled: 'There is no account with this email address.',
  user_banned: ACCOUNT_DEACTIVATED,
}
