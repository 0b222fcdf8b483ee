import { type ServiceClient, unwrap } from '../../database.ts'
import type { ClientDigestStore } from './send.ts'

const MAX_PER_CALL = 50
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** The clients whose weekly mail is due. */
export function clientDigestStoreOf(supabase: ServiceClient): ClientDigestStore {
  return {
    async due() {
      const due = unwrap(await supabase.rpc('client_digests_to_send').limit(MAX_PER_CALL))
      const digests = await Promise.all(due.map(({ client }) => readDigest(supabase, client)))
      // An update can be hidden or deleted between the two reads.
      return digests.filter(({ updates }) => updates.length > 0)
    },
    makeLink: async (client) => unwrap(await supabase.rpc('make_digest_link', { client })),
    async markSent({ client, since, readAt }) {
      const marked = supabase.from('clients').update({ digested_at: readAt }).eq('id', client)
      // The condition on the previous time keeps a second server from marking the digest again.
      unwrap(await (since === null ? marked.is('digested_at', null) : marked.eq('digested_at', since)))
    },
  }
}

async function readDigest(supabase: ServiceClient, id: string) {
  const readAt = new Date().toISOString()
  const clients = supabase.from('clients').select('email, name, digested_at, agency:agencies(name, email, phone)')
  const { email, name, digested_at, agency } = unwrap(await clients.eq('id', id).single())
  const since = digested_at ?? new Date(Date.now() - WEEK_MS).toISOString()
  const shown = supabase
    .from('project_updates')
    .select('title, project:projects!inner(name)')
    .eq('projects.client_id', id)
    .gt('shown_at', since)
  const updates = unwrap(await shown.order('shown_at', { ascending: false }).limit(100))
  return {
    client: id,
    recipient: email,
    name,
    agency,
    since: digested_at,
    readAt,
    updates: updates.map(({ title, project }) => ({ title, project: project.name })),
  }
}
