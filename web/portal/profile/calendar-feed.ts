import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { readProject } from '../../lib/supabase-project.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { Write } from '../writes/use-write.ts'
import { profileToasts } from './profile-toasts.ts'

type CalendarFeed = { made_at: string; read_at: string | null }

const refresh = ['private.calendar_feeds'] as const

/** When the person's calendar feed was made and last read; null without one. */
export const calendarFeedQuery = () =>
  queryOptions({
    queryKey: ['me', 'calendar-feed'],
    queryFn: async ({ signal }): Promise<CalendarFeed | null> => {
      const feeds = (await supabase()).rpc('my_calendar_feed', undefined, { get: true }).abortSignal(signal)
      return unwrap(await feeds)[0] ?? null
    },
  })

/** Makes the feed and returns its address, which is not told again. A former address stops working. */
export const makeCalendarFeed: Write<void, string> = {
  mutationFn: async () => {
    const [client, { supabaseUrl }] = await Promise.all([supabase(), readProject()])
    const secret = unwrap(await client.rpc('make_calendar_feed'))
    return new URL(`/functions/v1/calendar/${secret}.ics`, supabaseUrl).href
  },
  meta: { failed: profileToasts.feedNotMade, refresh },
  gcTime: 0,
}

export const revokeCalendarFeed: Write<void> = {
  mutationFn: async () => unwrap(await (await supabase()).rpc('revoke_calendar_feed')),
  meta: { succeeded: profileToasts.feedRevoked, failed: profileToasts.feedNotRevoked, refresh },
}

/** The address that a calendar program on this device subscribes to at once. */
export const webcalOf = (address: string) => address.replace(/^https?:/, 'webcal:')
