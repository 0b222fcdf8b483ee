import { type AuthRedirect, queryAfterAuthRedirect, readAuthRedirect } from '../auth-redirect/auth-redirect.ts'

/** Reads the redirect's parameters and removes them from the address and the history. */
export function consumeArrival(): AuthRedirect | undefined {
  const { location, history } = window
  const arrival = readAuthRedirect(location)
  if (arrival) history.replaceState(history.state, '', location.pathname + queryAfterAuthRedirect(location.search))
  return arrival
}
