import { type ServiceClient, unwrap } from '../../database.ts'
import type { Tables } from '../../database.types.ts'
import type { Messages, StoredMessage } from './send.ts'

const MOST_MESSAGES = 50
/** The time for which messages are claimed: longer than mailing one of them takes. */
const CLAIMED_MS = 2 * 60_000

/** Messages in the table contact_submissions, accessed with the service key. */
export function messagesOf(supabase: ServiceClient): Messages {
  const table = () => supabase.from('contact_submissions')
  const unmailed = () => table().select().is('notified_at', null).order('created_at').limit(MOST_MESSAGES)
  return {
    async latestFrom(email) {
      const rows = await table()
        .select()
        .eq('email', email)
        .order('created_at', { ascending: false })
        .limit(MOST_MESSAGES)
      return unwrap(rows).map(toMessage)
    },
    waiting: async () => unwrap(await unmailed().filter('suspicions', 'eq', '{}')).map(toMessage),
    waitingSuspicious: async () => unwrap(await unmailed().filter('suspicions', 'neq', '{}')).map(toMessage),
    async claim(ids) {
      // A single UPDATE both selects and claims the messages, so that no other call claims them too.
      const now = new Date()
      const claimed = await table()
        .update({ mailing_until: new Date(now.getTime() + CLAIMED_MS).toISOString() })
        .in('id', ids)
        .is('notified_at', null)
        .or(`mailing_until.is.null,mailing_until.lt.${now.toISOString()}`)
        .select('id')
      return unwrap(claimed).map(({ id }) => id)
    },
    async markMailed(ids) {
      const mailed = { notified_at: new Date().toISOString(), mailing_until: null }
      unwrap(await table().update(mailed).in('id', ids))
    },
    async release(ids) {
      unwrap(await table().update({ mailing_until: null }).in('id', ids))
    },
    async wasSuspicionMailedSince(moment) {
      const since = moment.toISOString()
      return (
        unwrap(await table().select('id').filter('suspicions', 'neq', '{}').gt('notified_at', since).limit(1)).length >
        0
      )
    },
  }
}

const toMessage = ({ business_name, notified_at, ...row }: Tables<'contact_submissions'>): StoredMessage => ({
  ...row,
  businessName: business_name,
  notifiedAt: notified_at === null ? null : new Date(notified_at),
})
