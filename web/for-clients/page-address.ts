import { tokenInLink } from '../lib/token-in-link.ts'

/** The address of a page of updates, and of what is sent from it, so that the answer is on the same page. */
export const pageAddress = (address: string, page = 1): string => (page > 1 ? `${address}?page=${page}` : address)

/** The number of the page of updates that an address names. */
export const pageNumber = (query: URLSearchParams): number =>
  Math.min(Math.max(1, Math.trunc(Number(query.get('page'))) || 1), 100_000)

/** The month that an address names, whatever it is; null if it names none. */
export function monthIn(query: URLSearchParams): string | null {
  const named = query.get('month')
  return named && (tokenInLink(named) ?? named)
}
