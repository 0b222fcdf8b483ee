import { isUuid } from '../../lib/is-uuid.ts'

/** The search and page of a list. They are kept in the address, so that they survive a reload and can be shared. */
export type ListParams = { search: string; page: number }

export function readListParams(address: URLSearchParams): ListParams {
  const page = Number(address.get('page'))
  return { search: address.get('search') ?? '', page: Number.isSafeInteger(page) && page > 0 ? page : 1 }
}

/**
 * Writes a change of search or page into the address and keeps its other parameters. Defaults are left out to keep addresses
 * short.
 */
export function writeListParams(address: URLSearchParams, change: Partial<ListParams>): URLSearchParams {
  const next = new URLSearchParams(address)
  const { search, page } = { ...readListParams(address), ...change }
  if (search === '') next.delete('search')
  else next.set('search', search)
  if (page === 1) next.delete('page')
  else next.set('page', String(page))
  return next
}

/** Writes a filter into the address ('' for none), goes to the first page and keeps the other parameters. */
export function writeFilter(address: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = writeListParams(address, { page: 1 })
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}

/** The query parameter with the agency whose rows a super admin wants to see. */
export const AGENCY = 'agencyId'

/** Reads the agency that a list is narrowed to from an address; '' if there is none. */
export function readAgencyId(address: URLSearchParams): string {
  const agencyId = address.get(AGENCY) ?? ''
  return isUuid(agencyId) ? agencyId : ''
}
