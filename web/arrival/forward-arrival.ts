import { isArrival } from './arrival.ts'

/** Mails lead back to the site's front door, and only /auth knows what to do with the link: it is handed on. */
export function forwardArrival() {
  const { location } = window
  if (location.pathname !== '/auth' && isArrival(location)) location.replace(`/auth${location.search}${location.hash}`)
}
