import { isArrival } from './arrival.ts'

/** Hands a mail link's visitor on to /auth: mails lead to the home page, and only /auth can use the link. */
export function forwardArrival() {
  const { location } = window
  if (location.pathname !== '/auth' && isArrival(location)) location.replace(`/auth${location.search}${location.hash}`)
}
