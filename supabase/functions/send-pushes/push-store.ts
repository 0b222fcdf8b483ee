import { type ServiceClient, unwrap } from '../_shared/database.ts'
import { readNotices } from '../_shared/notices/notice-words.ts'
import type { PushStore } from './send-pushes.ts'

/** The pushes that are due, in the database. */
export function pushStoreOf(supabase: ServiceClient): PushStore {
  return {
    async claim() {
      const claimed = unwrap(await supabase.rpc('claim_pushes'))
      const read = await readNotices(
        supabase,
        claimed.map(({ notice_id }) => notice_id),
      )
      const notices = new Map(read.map((words) => [words.id, words]))
      return claimed.flatMap(({ notice_id, device_id, endpoint, p256dh, auth }) => {
        const words = notices.get(notice_id)
        return words ? [{ notice: notice_id, device: device_id, endpoint, keys: { p256dh, auth }, words }] : []
      })
    },
    async settle({ notice, device }, isGone) {
      unwrap(await supabase.rpc('settle_push', { notice, device, is_gone: isGone }))
    },
  }
}
