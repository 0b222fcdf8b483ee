import { type Issuer, sessionJson } from './session-json.ts'
import type { SignedIn } from './sessions.ts'

/** A session as it travels in the fragment of an address; the client asks for the person afterwards. */
export async function sessionFragment(issuer: Issuer, signedIn: SignedIn): Promise<Record<string, string>> {
  const { access_token, token_type, expires_in, expires_at, refresh_token } = await sessionJson(issuer, signedIn)
  return {
    access_token,
    token_type,
    expires_in: String(expires_in),
    expires_at: String(expires_at),
    refresh_token,
    // An empty mark by which clients know whose fragment this is.
    sb: '',
  }
}
