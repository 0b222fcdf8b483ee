import { type ServiceClient, unwrap } from '../../database.ts'
import { readNotices } from '../../notices/notice-words.ts'
import type { NoticeDigestStore } from './send.ts'

const MAX_PER_CALL = 50
const MAX_NOTICES = 100

/** The people whose daily mail is due. */
export function noticeDigestStoreOf(supabase: ServiceClient): NoticeDigestStore {
  return {
    async due() {
      const due = unwrap(await supabase.rpc('notice_digests_to_send').limit(MAX_PER_CALL))
      const digests = await Promise.all(due.map(({ person }) => readDigest(supabase, person)))
      return digests.filter((digest) => digest !== undefined)
    },
    async markSent({ person, readAt }) {
      unwrap(await supabase.from('user_profiles').update({ digested_at: readAt }).eq('id', person))
    },
  }
}

/** Reads a person's unread notices for the mail; undefined for a person without an address or with nothing left to read. */
async function readDigest(supabase: ServiceClient, person: string) {
  const readAt = new Date().toISOString()
  const profiles = supabase.from('user_profiles').select('digested_at, account:user_accounts(email)')
  const { digested_at, account } = unwrap(await profiles.eq('id', person).single())
  if (!account?.email) return undefined
  const waiting = supabase.rpc('notices_to_mail', { person }).order('created_at', { ascending: false })
  const ids = unwrap(await waiting.limit(MAX_NOTICES)).map(({ id }) => id)
  const notices = await readNotices(supabase, ids)
  return notices.length === 0 ? undefined : { person, recipient: account.email, since: digested_at, readAt, notices }
}
