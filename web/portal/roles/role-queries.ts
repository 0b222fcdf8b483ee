import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { containsPattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { fetchPage } from '../list/fetch-page.ts'
import type { ListParams } from '../list/list-params.ts'
import type { Role } from '../me/role.ts'

/** The permissions of each role, as the database describes them beside the policies. */
export const permissionsQuery = () =>
  queryOptions({
    queryKey: ['role-permissions'],
    queryFn: async () => {
      const table = (await supabase()).from('role_permissions')
      return unwrap(await table.select('role, position, subject, actions, scope').order('position'))
    },
  })

/** The number of people that are listed with a role at first. */
const HOLDERS_SHOWN = 5

const person = 'id, display_name, avatar_url, agency:agencies(id, name)'

/** The newest people who hold a role, and the number of all who do. */
export const holdersQuery = (role: Role) =>
  queryOptions({
    queryKey: ['users', 'holders', role],
    queryFn: async ({ signal }) => {
      const profiles = (await supabase()).from('user_profiles')
      const all = profiles.select(`${person}, user_roles!inner()`, { count: 'exact' }).eq('user_roles.role', role)
      const newest = all.order('created_at', { ascending: false }).order('id').limit(HOLDERS_SHOWN)
      const answer = await newest.abortSignal(signal)
      const people = unwrap(answer)
      return { people, count: answer.count ?? people.length }
    },
  })

/** One page of the people with their agencies, newest first. */
export const peopleQuery = ({ search, page }: ListParams) =>
  queryOptions({
    queryKey: ['users', 'agencies', { search, page }],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const client = await supabase()
      return fetchPage(page, (from, to) => {
        const all = client.from('user_profiles').select(person, { count: 'exact' }).abortSignal(signal)
        const found = search === '' ? all : all.like('search_text', containsPattern(search))
        return found.order('created_at', { ascending: false }).order('id').range(from, to)
      })
    },
  })

/** The number of agencies that are offered at once; the search finds the others. */
export const AGENCIES_OFFERED = 8

/** The agencies whose name contains the typed text, by name, and their count. */
export const agencyChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: ['agencies', 'choices', search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const agencies = (await supabase()).from('agencies').select('id, name', { count: 'exact' }).abortSignal(signal)
      const found = search === '' ? agencies : agencies.like('search_text', containsPattern(search))
      const answer = await found.order('name').order('id').limit(AGENCIES_OFFERED)
      const choices = unwrap(answer)
      return { choices, count: answer.count ?? choices.length }
    },
  })
