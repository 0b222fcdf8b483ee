import { type Issuer, sessionJson } from './session-json.ts'
import type { SignedIn } from './sessions.ts'

/** A session as the fragment of a URL; the client requests the user afterwards. */
export async function sessionFragment(issuer: Issuer, signedIn: SignedIn): Promise<Record<string, string>> {
  const { access_token, token_type, expires_in, expires_at, refresh_token } = await sessionJson(issuer, signedIn)
  return {
    access_token,
    token_type,
    expires_in: String(expires_in),
    expires_at: String(expires_at),
    refresh_token,
    // An empty parameter by which clients recognise the fragment.
    sb: '',
  }
}
