import { wholeSupabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { Write } from '../writes/use-write.ts'
import { updateToasts } from './update-toasts.ts'

/** Has an update mailed to a client. If the function cannot be reached, the scheduler sends the mail later. */
export const mailUpdate: Write<{ updateId: string; recipient: string }> = {
  mutationFn: async ({ updateId, recipient }) => {
    const client = await wholeSupabase()
    unwrap(await client.from('client_mails').insert({ update_id: updateId, recipient }))
    void client.functions.invoke('mail-clients', { body: {} })
  },
  meta: {
    succeeded: updateToasts.mailed,
    failed: updateToasts.mailingFailed,
    refresh: ['client_mails'],
    isAddition: true,
  },
}
