import { queryOptions } from '@tanstack/react-query'
import { isUuid } from '../../../lib/is-uuid.ts'
import { supabase } from '../../../lib/supabase.ts'
import { unwrap } from '../../../lib/unwrap.ts'
import type { LeavingPerson } from '../../people/leavers-list-link.tsx'

/**
 * A vault entry whose password a leaver may know, with the last time they copied or viewed the password before it was changed.
 */
export type LeaverEntry = {
  id: string
  title: string
  website_url: string | null
  username: string | null
  owner: string | null
  is_theirs: boolean
  copied_at: string | null
  viewed_at: string | null
  password_changed_at: string
  /** Whether everything that they may know of it was changed after they left. */
  is_changed: boolean
  /** What is still as they knew it: 'password', 'two_step_key'. */
  to_change: readonly string[]
}

export type Leaver = {
  name: string | null
  agency_name: string | null
  /** The time when the person lost access to the vault; null while they can still open it. */
  left_at: string | null
  own: number
  unnamed: number
  deleted: number
  /** The number of shared entries that they own. */
  shared: number
}

/** The leaver and the vault entries that they may know; null where the reader may not see that. */
export const leaverQuery = ({ person, agency }: LeavingPerson) =>
  queryOptions({
    queryKey: ['vault', 'leaver', person, agency],
    queryFn: async ({ signal }): Promise<{ leaver: Leaver; entries: LeaverEntry[] } | null> => {
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

/** Whether a leaver has probably seen the password of an entry; the other entries they could merely have read. */
export const hasProbablySeen = ({ is_theirs, copied_at, viewed_at }: LeaverEntry) =>
  is_theirs || copied_at !== null || viewed_at !== null

/** The date that the database gives for a person who was never on the staff. */
export const NEVER_ON_STAFF = '-infinity'
