import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { unwrapChange } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import { type NewLink, renewedUntil } from './client-link.ts'
import { linkToasts } from './link-toasts.ts'

const { makingFailed, renewed, revoked, changed, changeFailed, digestChanged, digestFailed } = linkToasts
const refresh = ['client_links'] as const

/** Makes a link to a client page for one of its people, if given, and returns its token, which cannot be read again later. */
export const makeLink = (client: string, person?: string): Write<NewLink, string> => ({
  mutationFn: async (link) => {
    const given = { client, ...link, ...(person !== undefined && { person }) }
    return unwrap(await (await supabase()).rpc('make_client_link', given).single()).token
  },
  meta: { failed: makingFailed, refresh, isAddition: true },
})

export const renewLink: Write<string> = {
  mutationFn: (id) => changeLink(id, { expires_at: renewedUntil(Date.now()) }, 'renew it'),
  meta: { succeeded: renewed, failed: changeFailed, refresh },
}

/** Revokes a link to a client page at once: an open page shows nothing more after its next request. */
export const revokeLink: Write<string> = {
  mutationFn: (id) => changeLink(id, { revoked_at: new Date().toISOString() }, 'revoke it'),
  meta: { succeeded: revoked, failed: changeFailed, refresh },
}

/** Says whether the client may ask for something by a link. */
export const letAsk = (id: string): Write<boolean> => ({
  mutationFn: (may_ask) => changeLink(id, { may_ask }, 'change it'),
  meta: { succeeded: changed, failed: changeFailed, refresh },
})

export const setDigest = (client: string): Write<boolean> => ({
  mutationFn: async (wants_digest) => {
    const clients = (await supabase()).from('clients')
    unwrapChange(await clients.update({ wants_digest }, { count: 'exact' }).eq('id', client), 'client', 'change it')
  },
  meta: { succeeded: digestChanged, failed: digestFailed, refresh: ['clients'] },
})

async function changeLink(
  id: string,
  change: { expires_at: string } | { revoked_at: string } | { may_ask: boolean },
  action: string,
) {
  const links = (await supabase()).from('client_links')
  unwrapChange(await links.update(change, { count: 'exact' }).eq('id', id), 'link', action)
}
