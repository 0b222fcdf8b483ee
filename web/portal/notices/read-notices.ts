import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { Write } from '../writes/use-write.ts'
import { noticeToasts } from './notice-toasts.ts'

/** Marks one notice or all of them as read. Those that were read before keep their time. */
export const readNotices: Write<{ id: string } | 'all'> = {
  mutationFn: async (which) => {
    const unread = (await supabase()).from('notices').update({ read_at: new Date().toISOString() }).is('read_at', null)
    unwrap(await (which === 'all' ? unread : unread.eq('id', which.id)))
  },
  meta: { failed: noticeToasts.readFailed, refresh: ['notices'] },
}
