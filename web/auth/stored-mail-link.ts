import { type MailLink, parseMailLink } from './mail-link.ts'

/** The key of the mail link in the state of the history entry. */
const QUERY = 'mailLink'

/**
 * Takes the opened mail link out of the address, which other people may read, and keeps it in the history entry until it is
 * used, so that the page can be reloaded and revisited.
 */
export function takeMailLink(): MailLink | undefined {
  const { location, history } = window
  const link = parseMailLink(new URLSearchParams(location.search))
  if (!link) return parseMailLink(new URLSearchParams(keptQuery()))
  history.replaceState({ [QUERY]: location.search }, '', location.pathname)
  return link
}

/** Forgets a mail link that was used or is not valid. */
export const forgetMailLink = () => window.history.replaceState(null, '', window.location.pathname)

function keptQuery(): string {
  const { state } = window.history
  const kept: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, QUERY) : undefined
  return typeof kept === 'string' ? kept : ''
}
