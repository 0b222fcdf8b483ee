import { isUuid } from '../../lib/is-uuid.ts'

/** What of a list is being looked at. It lives in the address, so that it survives reloading and can be shared. */
export type ListParams = { search: string; page: number }

export function readListParams(address: URLSearchParams): ListParams {
  const page = Number(address.get('page'))
  return { search: address.get('search') ?? '', page: Number.isSafeInteger(page) && page > 0 ? page : 1 }
}

/** The address with a change; whatever else stands in it stays. Defaults are left out, to keep addresses short. */
export function writeListParams(address: URLSearchParams, change: Partial<ListParams>): URLSearchParams {
  const next = new URLSearchParams(address)
  const { search, page } = { ...readListParams(address), ...change }
  if (search === '') next.delete('search')
  else next.set('search', search)
  if (page === 1) next.delete('page')
  else next.set('page', String(page))
  return next
}

/** The address with another filter, '' for none, on its first page; whatever else stands in it stays. */
export function writeFilter(address: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = writeListParams(address, { page: 1 })
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}

/** In the address of a list: whose rows, for super admins. */
export const AGENCY = 'agencyId'

/** The agency in an address, '' where it names none. */
export function readAgencyId(address: URLSearchParams): string {
  const agencyId = address.get(AGENCY) ?? ''
  return isUuid(agencyId) ? agencyId : ''
}
