import type { Factor, Session } from '@supabase/auth-js'

/** Whether somebody with an authenticator app has not proved it in this session. */
export function owesACode(session: Session): boolean {
  const hasProof = has(session, 'totp') || hasRecoveryCodes(session)
  return hasProof && levelOf(session.access_token) !== 'aal2'
}

/** Whether somebody may have codes on paper, for when the app is not at hand. */
export const hasRecoveryCodes = (session: Session): boolean => has(session, 'recovery_code')

const has = ({ user }: Session, type: Factor['factor_type']) =>
  user.factors?.some(({ status, factor_type }) => status === 'verified' && factor_type === type) === true

/** Only asked to draw the right screen: what may be read the backend decides. */
function levelOf(token: string): unknown {
  try {
    const [, payload = ''] = token.split('.')
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).aal
  } catch {
    return undefined
  }
}
