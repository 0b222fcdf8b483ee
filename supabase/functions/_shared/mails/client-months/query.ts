import { type ServiceClient, unwrap } from '../../database.ts'
import type { ClientMonthStore } from './send.ts'

const MAX_PER_CALL = 20
/** The time for which mails are claimed: longer than queueing all of them takes. */
const CLAIMED_MS = 5 * 60_000

/** The months that wait in the table client_months to be mailed, accessed with the service key. */
export function clientMonthStoreOf(supabase: ServiceClient): ClientMonthStore {
  const table = () => supabase.from('client_months')
  return {
    async claim() {
      unwrap(await supabase.rpc('request_due_months'))
      const waiting = unwrap(await supabase.rpc('months_to_mail').limit(MAX_PER_CALL))
      const now = new Date()
      // A single UPDATE both selects and claims the rows, so that no other server claims them too.
      const claimed = await table()
        .update({ mailing_until: new Date(now.getTime() + CLAIMED_MS).toISOString() })
        .in(
          'id',
          waiting.map(({ id }) => id),
        )
        .or(`mailing_until.is.null,mailing_until.lt.${now.toISOString()}`)
        .select('id, month, words, recipient, requested_at, client:clients(name, agency:agencies(name, email, phone))')
      return unwrap(claimed).flatMap(({ recipient, requested_at, client: { name, agency }, ...month }) =>
        recipient === null || requested_at === null
          ? []
          : [{ ...month, recipient, requestedAt: requested_at, client: name, agency }],
      )
    },
    makeLink: async (id) => unwrap(await supabase.rpc('make_month_link', { id })),
    async markMailed({ id, requestedAt }) {
      const mailed = { mailed_at: new Date().toISOString(), mailing_until: null }
      // Who asks again while the mail is on its way gets another one.
      unwrap(await table().update(mailed).eq('id', id).eq('requested_at', requestedAt))
    },
    async release({ id }) {
      unwrap(await table().update({ mailing_until: null }).eq('id', id))
    },
  }
}
