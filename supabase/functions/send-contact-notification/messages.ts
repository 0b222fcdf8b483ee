import { type ServiceClient, unwrap } from '../_shared/database.ts'
import type { Tables } from '../_shared/database.types.ts'
import type { Messages, StoredMessage } from './notify-agency.ts'

const MOST_MESSAGES = 50

/** The table contact_submissions, reached with the service key. */
export function messagesOf(supabase: ServiceClient): Messages {
  const table = () => supabase.from('contact_submissions')
  return {
    async latestFrom(email) {
      const rows = await table()
        .select()
        .eq('email', email)
        .order('created_at', { ascending: false })
        .limit(MOST_MESSAGES)
      return unwrap(rows).map(toMessage)
    },
    async claim(ids) {
      // One statement, so that nobody else comes between looking and marking.
      const now = new Date().toISOString()
      const claimed = await table().update({ notified_at: now }).in('id', ids).is('notified_at', null).select('id')
      return unwrap(claimed).map(({ id }) => id)
    },
    async release(ids) {
      unwrap(await table().update({ notified_at: null }).in('id', ids))
    },
    async wasSuspicionMailedSince(moment) {
      const since = moment.toISOString()
      return (
        unwrap(await table().select('id').filter('suspicions', 'neq', '{}').gt('notified_at', since).limit(1)).length >
        0
      )
    },
    async waitingSuspicious() {
      const waiting = table().select().filter('suspicions', 'neq', '{}').is('notified_at', null)
      return unwrap(await waiting.order('created_at').limit(MOST_MESSAGES)).map(toMessage)
    },
  }
}

const toMessage = ({ business_name, notified_at, ...row }: Tables<'contact_submissions'>): StoredMessage => ({
  ...row,
  businessName: business_name,
  notifiedAt: notified_at === null ? null : new Date(notified_at),
})
