import { DEACTIVATED } from '../lib/errors.ts'
import { isMailLinkType, linkOver } from './link-over.ts'

/** What somebody was sent back with, by the link of a mail or from a provider: the way in, or why there is none. */
export type Arrival =
  | { kind: 'session'; accessToken: string; refreshToken: string; choosesPassword: boolean }
  | { kind: 'failure'; message: string }
  /** Of the two links for another address the first was opened. */
  | { kind: 'half-way' }

type Address = { hash: string; search: string }

/** After these links a password is chosen: it is forgotten, or there is none yet. */
export const isPasswordLink = (type: string) => type === 'recovery' || type === 'invite'

/** How the backend's words for the first of two links begin. */
const HALF_WAY = 'Confirmation link accepted'

/** What the backend writes of a failure, in the fragment or in the query. */
const failureFields = ['error', 'error_code', 'error_description']

/** In the query of where an invitation leads: a link that is over says nothing else of what it was. */
const INVITED = 'invited'

/** Which link of a mail it was, where our own server has used it (server/mail-links.ts). */
const LINK_TYPE = 'type'

/** Whether somebody was sent back. Pages that are not /auth hand such a visitor on to it. */
export const isArrival = (address: Address) => readArrival(address) !== undefined

/** Reads what the backend put into the address: `#access_token=…`, or `error=…`, for some failures only in the query. */
export function readArrival({ hash, search }: Address): Arrival | undefined {
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
  return { kind: 'failure', message: isOver && isMailLinkType(type) ? linkOver[type] : reasonOf(failure) }
}

/** The query without what an arrival left there. */
export function queryAfterArrival(search: string): string {
  const query = new URLSearchParams(search)
  if (!isFailure(query) && !query.has(INVITED)) return search
  for (const field of [...failureFields, INVITED, LINK_TYPE]) query.delete(field)
  return query.size > 0 ? `?${query}` : ''
}

const isFailure = (fields: URLSearchParams) => fields.has('error') || fields.has('error_code')

/** Our own words for the backend's codes: anybody can write an address, and put words of theirs into its description. */
function reasonOf(failure: URLSearchParams): string {
  const code = failure.get('error_code')
  if (code !== null) return reasons[code] ?? 'This link did not work. Please ask for a new one.'
  // Only what a provider itself refused has no code.
  return failure.get('error') === 'access_denied' ? 'Signing in was cancelled. Please try again.' : SIGN_IN_FAILED
}

const SIGN_IN_FAILED = 'Signing in did not work. Please try again.'

const reasons: Record<string, string> = {
  otp_expired: linkOver.recovery,
  email_exists: 'A user with this email address has already been registered',
  bad_oauth_callback: SIGN_IN_FAILED,
  bad_oauth_state: 'Signing in took too long. Please try again.',
  flow_state_already_used: SIGN_IN_FAILED,
  unexpected_failure: SIGN_IN_FAILED,
  provider_email_needs_verification: 'Your email address is not confirmed there. Please confirm it and try again.',
  signup_disabled: 'Nobody here has this email address.',
  user_banned: DEACTIVATED,
}
