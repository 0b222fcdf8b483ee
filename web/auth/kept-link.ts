import { type MailLink, mailLinkIn } from './mail-link.ts'

/** Under which the link stands in the state of this page in the history. */
const QUERY = 'mailLink'

/**
 * The link that somebody came by. It leaves the address, which others may read, and stays with this entry of the history until it
 * is used: the page can be loaded again, and come back to.
 */
export function takeLink(): MailLink | undefined {
  const { location, history } = window
  const link = mailLinkIn(new URLSearchParams(location.search))
  if (!link) return mailLinkIn(new URLSearchParams(keptQuery()))
  history.replaceState({ [QUERY]: location.search }, '', location.pathname)
  return link
}

/** The link is used, or leads nowhere. */
export const forgetLink = () => window.history.replaceState(null, '', window.location.pathname)

function keptQuery(): string {
  const { state } = window.history
  const kept: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, QUERY) : undefined
  return typeof kept === 'string' ? kept : ''
}
