import { supabase, wholeSupabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { unwrapChange } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import { updateVersion, VersionConflict } from '../writes/version-conflict.ts'
import type { WrittenMonth } from './month-form.ts'
import { monthToasts } from './month-toasts.ts'

const { saved, notSaved, mailed, notMailed, leftOut, takenUp, byItself, byHand, notChanged } = monthToasts

/** The month of a client, and the id of its row if it has one. */
type Month = { client: string; month: string; id: string | undefined }

const UNIQUE_VIOLATION = '23505'

/** Saves what is written about a month, of which a colleague may have written meanwhile. */
export const saveMonth = ({ client, month, id }: Month): Write<WrittenMonth> => ({
  mutationFn: async ({ seen, ...written }) => {
    if (id !== undefined && seen !== null) return updateVersion('client_months', { id, seen }, written)
    const added = await (await supabase()).from('client_months').insert({ client_id: client, month, ...written })
    if (added.error?.code === UNIQUE_VIOLATION) {
      throw new VersionConflict('Someone else has written about this month since you opened it.')
    }
    unwrap(added)
  },
  meta: { succeeded: saved, failed: notSaved, refresh: ['client_months'] },
})

/** Has a month mailed to the client. If the function cannot be reached, the scheduler sends the mail later. */
export const mailMonth = (client: string): Write<string> => ({
  mutationFn: async (month) => {
    const database = await wholeSupabase()
    unwrap(await database.rpc('mail_client_month', { client, month }))
    void database.functions.invoke('mail-clients', { body: {} })
  },
  meta: { succeeded: mailed, failed: notMailed, refresh: ['client_months'] },
})

/** Takes a month off the list of those to be mailed, or puts it there again. */
export const leaveMonthOut = (client: string): Write<{ month: string; is_left_out: boolean }> => ({
  mutationFn: async ({ month, is_left_out }) => {
    const months = (await supabase()).from('client_months')
    const row = { client_id: client, month, is_left_out }
    const added = await months.insert(row)
    if (added.error?.code !== UNIQUE_VIOLATION) unwrap(added)
    else {
      const changed = months.update({ is_left_out }, { count: 'exact' }).eq('client_id', client).eq('month', month)
      unwrapChange(await changed, 'month', 'change it')
    }
    return is_left_out
  },
  meta: {
    succeeded: (isLeftOut) => (isLeftOut === true ? leftOut : takenUp),
    failed: notChanged,
    refresh: ['client_months'],
  },
})

/** Has months mailed by themselves from this first one on, or by people only. */
export const setMonthsFrom = (client: string): Write<string | null> => ({
  mutationFn: async (months_from) => {
    const clients = (await supabase()).from('clients')
    unwrapChange(await clients.update({ months_from }, { count: 'exact' }).eq('id', client), 'client', 'change it')
    return months_from
  },
  meta: { succeeded: (from) => (from === null ? byHand : byItself), failed: notChanged, refresh: ['clients'] },
})
