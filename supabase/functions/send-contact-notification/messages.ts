import { type ServiceClient, unwrap } from '../_shared/database.ts'
import type { Messages } from './notify-agency.ts'

const MOST_MESSAGES = 50

/** The table contact_submissions, reached with the service key. */
export function messagesOf(supabase: ServiceClient): Messages {
  const table = () => supabase.from('contact_submissions')
  return {
    async latestFrom(email) {
      const rows = unwrap(
        await table().select().eq('email', email).order('created_at', { ascending: false }).limit(MOST_MESSAGES),
      )
      return rows.map(({ business_name, notified_at, ...row }) => ({
        ...row,
        businessName: business_name,
        notifiedAt: notified_at === null ? null : new Date(notified_at),
      }))
    },
    async claim(id) {
      // One statement: of two calls at once only one finds the row unmarked.
      const now = new Date().toISOString()
      const claimed = unwrap(
        await table().update({ notified_at: now }).eq('id', id).is('notified_at', null).select('id'),
      )
      return claimed.length === 1
    },
    async release(id) {
      unwrap(await table().update({ notified_at: null }).eq('id', id))
    },
  }
}
