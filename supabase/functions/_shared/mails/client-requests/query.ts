import { type ServiceClient, unwrap } from '../../database.ts'
import type { RequestMailStore } from './send.ts'
import type { RequestMail } from './words.ts'

const MAX_PER_CALL = 20
/** The time for which mails are claimed: longer than queueing all of them takes. */
const CLAIMED_MS = 5 * 60_000

/** The mails about what clients ask for, accessed with the service key. */
export function requestMailStoreOf(supabase: ServiceClient): RequestMailStore {
  const table = () => supabase.from('client_requests')
  return {
    async claim() {
      const waiting = unwrap(await supabase.rpc('request_mails_to_send').order('created_at').limit(MAX_PER_CALL))
      const now = new Date()
      const ids = waiting.map(({ request }) => request)
      // A single UPDATE both selects and claims the rows, so that no other server claims them too.
      const claimed = await table()
        .update({ mailing_until: new Date(now.getTime() + CLAIMED_MS).toISOString() })
        .in('id', ids)
        .or(`mailing_until.is.null,mailing_until.lt.${now.toISOString()}`)
        .select('id')
      const mine = new Set(unwrap(claimed).map(({ id }) => id))
      return Promise.all(
        waiting
          .filter(({ request }) => mine.has(request))
          .map(({ request, mail }) => readMail(supabase, request, mail === 'done' ? 'done' : 'received')),
      )
    },
    recipients: async (id) => unwrap(await supabase.rpc('request_recipients', { request: id })),
    makeLink: async (id) => unwrap(await supabase.rpc('make_request_link', { request: id })),
    async markMailed({ id, kind }) {
      const now = new Date().toISOString()
      const mailed = kind === 'received' ? { notified_at: now } : { told_at: now }
      unwrap(
        await table()
          .update({ ...mailed, mailing_until: null })
          .eq('id', id),
      )
    },
    async release({ id }) {
      unwrap(await table().update({ mailing_until: null }).eq('id', id))
    },
  }
}

const WITH_CLIENT =
  'title, words, name, client:clients(id, name, email, agency:agencies(name, email, phone)), files:client_request_files(id)'

async function readMail(supabase: ServiceClient, id: string, kind: RequestMail['kind']): Promise<RequestMail> {
  const requests = supabase.from('client_requests').select(WITH_CLIENT).eq('id', id)
  const { client, files, ...request } = unwrap(await requests.single())
  return { id, kind, ...request, client, agency: client.agency, fileCount: files.length }
}
