import { supabase } from '../../lib/supabase.ts'
import { unwrapChange } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import { updateToasts } from './update-toasts.ts'

/** Names the update in which a client reads of what they asked for. */
export const answerRequest: Write<{ requestId: string; updateId: string }> = {
  mutationFn: async ({ requestId, updateId }) => {
    const requests = (await supabase()).from('client_requests')
    const answered = requests.update({ update_id: updateId }, { count: 'exact' }).eq('id', requestId)
    unwrapChange(await answered, 'request', 'name the update at it')
  },
  meta: { failed: updateToasts.requestNotAnswered, refresh: ['client_requests'] },
}
