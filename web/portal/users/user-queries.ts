import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Tables } from '../../lib/database.types.ts'
import type { UserProfile } from '../../lib/row-types.ts'
import { containsPattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { fetchPage, type ListPage } from '../list/fetch-page.ts'
import type { ListParams } from '../list/list-params.ts'
import type { Sorting } from '../list/sorting.ts'
import type { Role } from '../me/role.ts'
import type { Person } from '../people/person.tsx'
import type { User } from './user.ts'

/** The column that each heading sorts by. The search text of a person begins with their name. */
const sortedBy = { name: 'search_text', joined: 'created_at' } as const
export const sortKeys = ['name', 'joined'] as const satisfies readonly (keyof typeof sortedBy)[]

/** One page of the users, newest first unless it is sorted otherwise, with the count of all that match. */
export const usersQuery = ({ page, ...shown }: ListParams & UsersShown) =>
  queryOptions({
    queryKey: ['users', 'list', { ...shown, page }],
    // The old list stays while a search is running, so that it does not flicker at every keystroke.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<User>> => {
      const profiles = await fetchPage(page, readProfiles(shown, signal))
      return { ...profiles, rows: await withRoles(profiles.rows, signal) }
    },
  })

/** The filters of the list; an `agencyId` of '' means every agency. */
export type UsersShown = {
  search: string
  role: Role | undefined
  agencyId: string
  sorting: Sorting<keyof typeof sortedBy>
}

/** Reads the profiles in this range of the filtered and sorted list. */
export const readProfiles =
  ({ search, role, agencyId, sorting }: UsersShown, signal: AbortSignal) =>
  async (from: number, to: number) => {
    const table = (await supabase()).from('user_profiles')
    const all = role
      ? table.select(`${columns}, user_roles!inner()`, { count: 'exact' }).eq('user_roles.role', role)
      : table.select(columns, { count: 'exact' })
    // The join with `user_accounts` loses nobody, since everybody has an account.
    const found = search === '' ? all : all.like('user_accounts.search_text', containsPattern(search))
    const there = agencyId === '' ? found : found.eq('agency_id', agencyId)
    const sorted = sorting ? there.order(sortedBy[sorting.by], { ascending: !sorting.isDescending }) : there
    return sorted.order('created_at', { ascending: false }).order('id').range(from, to).abortSignal(signal)
  }

/** Adds roles and account details to profiles. */
export async function withRoles(profiles: readonly Profile[], signal: AbortSignal): Promise<User[]> {
  const rolesOf = await fetchRoles(
    profiles.map(({ id }) => id),
    signal,
  )
  return profiles.map((profile) => userFrom(profile, rolesOf(profile.id)))
}

const columns =
  'id, display_name, avatar_url, agency_id, created_at, deactivated_at, agencies(name), user_accounts!inner(email, last_sign_in_at, invited_at, awaited_email, awaited_until)'

type Profile = Person &
  Pick<UserProfile, 'created_at' | 'agency_id' | 'deactivated_at'> & {
    agencies: { name: string } | null
    user_accounts: Omit<Tables<'user_accounts'>, 'user_id' | 'search_text'> | null
  }

const userFrom = ({ agencies, user_accounts: account, ...profile }: Profile, roles: Role[]): User => ({
  ...profile,
  roles,
  agency: agencies?.name ?? null,
  email: account?.email ?? null,
  lastSignIn: account?.last_sign_in_at ?? null,
  invitedAt: account?.invited_at ?? null,
  awaitedEmail: isAwaited(account?.awaited_until) ? (account?.awaited_email ?? null) : null,
})

const isAwaited = (until: string | null | undefined) => until != null && Date.parse(until) > Date.now()

/** Reads the roles of the people of one page, whose ids fit into one address. */
async function fetchRoles(ids: string[], signal: AbortSignal): Promise<(id: string) => Role[]> {
  if (ids.length === 0) return () => []
  const table = (await supabase()).from('user_roles')
  const rows = unwrap(await table.select('user_id, role').in('user_id', ids).abortSignal(signal))
  const byPerson = Map.groupBy(rows, ({ user_id }) => user_id)
  return (id) => byPerson.get(id)?.map(({ role }) => role) ?? []
}
