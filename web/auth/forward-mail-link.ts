import { isMailLink } from './mail-link.ts'

/** Mails lead back to the site's front door, and only /auth knows what to do with the link: it is handed on. */
export function forwardMailLink() {
  const { pathname, hash } = window.location
  if (pathname !== '/auth' && isMailLink(hash)) window.location.replace(`/auth${hash}`)
}
