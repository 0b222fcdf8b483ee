import { type ServiceClient, unwrap } from '../../database.ts'
import type { Tables } from '../../database.types.ts'
import type { EnquiryStore, StoredMessage } from './send.ts'

const MAX_MESSAGES = 50
/** The time for which messages are claimed: longer than mailing one of them takes. */
const CLAIMED_MS = 2 * 60_000

const WITH_SOURCE = '*, source:enquiry_sources(name)'

/** The ways by which an enquiry came that mails name. */
const wayNames: Partial<Record<Tables<'contact_submissions'>['came_by'], string>> = {
  phone: 'Phone',
  visit: 'Visit',
  'e-mail': 'Email',
  recommendation: 'Recommendation',
  program: 'A program',
}

/** Messages in the table contact_submissions, accessed with the service key. */
export function enquiryStoreOf(supabase: ServiceClient): EnquiryStore {
  const table = () => supabase.from('contact_submissions')
  const unmailed = () => table().select(WITH_SOURCE).is('notified_at', null).order('created_at').limit(MAX_MESSAGES)
  return {
    async latestFrom(email) {
      const rows = await table()
        .select(WITH_SOURCE)
        .eq('email', email)
        .order('created_at', { ascending: false })
        .limit(MAX_MESSAGES)
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

type Row = Tables<'contact_submissions'> & { source: { name: string } | null }

const toMessage = ({ business_name, notified_at, came_by, source, ...row }: Row): StoredMessage => ({
  ...row,
  businessName: business_name,
  cameBy: source?.name ?? wayNames[came_by],
  notifiedAt: notified_at === null ? null : new Date(notified_at),
})
