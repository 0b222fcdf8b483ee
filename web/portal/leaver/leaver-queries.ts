import { queryOptions } from '@tanstack/react-query'
import { isUuid } from '../../lib/is-uuid.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { Leaving } from '../people/leavers-list-link.tsx'

/** An entry that they may know, with when they copied or saw it last while its password was the one that they left with. */
export type LeaversEntry = {
  id: string
  title: string
  website_url: string | null
  username: string | null
  owner: string | null
  is_theirs: boolean
  copied_at: string | null
  viewed_at: string | null
  password_changed_at: string
  is_changed: boolean
}

export type Leaver = {
  name: string | null
  agency_name: string | null
  /** Null while they can open the vault. */
  left_at: string | null
  own: number
  unnamed: number
  deleted: number
}

/** Who leaves and what they may know; null where the person at the screen may not ask about them. */
export const leaverQuery = ({ person, agency }: Leaving) =>
  queryOptions({
    queryKey: ['vault', 'leaver', person, agency],
    queryFn: async ({ signal }): Promise<{ leaver: Leaver; entries: LeaversEntry[] } | null> => {
      if (!isUuid(person) || !isUuid(agency)) return null
      const client = await supabase()
      const ask = { person, agency }
      const about = await client.rpc('leaver', ask, { get: true }).abortSignal(signal)
      if (about.error?.code === 'PT404') return null
      const [leaver] = unwrap(about)
      if (!leaver) return null
      const list = client.rpc('leavers_list', ask, { get: true })
      return { leaver, entries: unwrap(await list.abortSignal(signal)) }
    },
  })

/** Whether they have the password in their head or elsewhere, as far as anybody knows: the others they merely could read. */
export const isKnown = ({ is_theirs, copied_at, viewed_at }: LeaversEntry) =>
  is_theirs || copied_at !== null || viewed_at !== null

/** What a person who never was on the staff has in place of a day. */
export const NEVER = '-infinity'
