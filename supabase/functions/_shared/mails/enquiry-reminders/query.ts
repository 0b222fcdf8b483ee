import { type ServiceClient, unwrap } from '../../database.ts'
import type { ReminderStore } from './send.ts'

const MAX_PER_CALL = 50

/** The enquiries that are due for a reminder. */
export function reminderStoreOf(supabase: ServiceClient): ReminderStore {
  return {
    async waiting() {
      const due = unwrap(await supabase.rpc('enquiries_to_remind_of').limit(MAX_PER_CALL))
      const rows = await supabase
        .from('contact_submissions')
        .select('*, taker:user_profiles(display_name)')
        .in(
          'id',
          due.map(({ enquiry }) => enquiry),
        )
        .order('created_at')
      return unwrap(rows).map(({ business_name, created_at, is_set_aside, taker, ...row }) => ({
        ...row,
        businessName: business_name,
        isSetAside: is_set_aside,
        createdAt: new Date(created_at),
        takenBy: taker?.display_name ?? null,
      }))
    },
    async markReminded(id) {
      const reminded_at = new Date().toISOString()
      unwrap(await supabase.from('contact_submissions').update({ reminded_at }).eq('id', id))
    },
  }
}
