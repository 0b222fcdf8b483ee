import type { Session } from '@supabase/auth-js'

/** Whether somebody with an authenticator app has not proved it in this session. */
export function owesACode({ user, access_token }: Session): boolean {
  const hasApp = user.factors?.some(({ status, factor_type }) => status === 'verified' && factor_type === 'totp')
  return hasApp === true && levelOf(access_token) !== 'aal2'
}

/** Only asked to draw the right screen: what may be read the backend decides. */
function levelOf(token: string): unknown {
  try {
    const [, payload = ''] = token.split('.')
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).aal
  } catch {
    return undefined
  }
}
