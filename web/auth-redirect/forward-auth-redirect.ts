import { isAuthRedirect } from './auth-redirect.ts'

/** Hands a mail link's visitor on to /auth: mails lead to the home page, and only /auth can use the link. */
export function forwardAuthRedirect() {
  const { location } = window
  if (location.pathname !== '/auth' && isAuthRedirect(location))
    location.replace(`/auth${location.search}${location.hash}`)
}
