import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import type { Write } from '../writes/use-write.ts'
import type { Call, CallFields, CallPartner } from './call.ts'
import { callToasts } from './call-toasts.ts'

const refresh = ['calls'] as const

export const planCall = ({ column, id }: Pick<CallPartner, 'column' | 'id'>): Write<CallFields> => ({
  mutationFn: async (call) => unwrap(await (await supabase()).from('calls').insert({ ...call, [column]: id })),
  meta: { succeeded: callToasts.planned, failed: callToasts.notPlanned, refresh, isAddition: true },
})

/** Changes a call, unless a colleague has done so since it was shown. */
export const changeCall = (seen: Pick<Call, 'id' | 'sequence' | 'state'>): Write<CallFields> => ({
  mutationFn: (call) => change(seen, call),
  meta: { succeeded: callToasts.moved, failed: callToasts.notChanged, refresh },
})

export const cancelCall = (seen: Pick<Call, 'id' | 'sequence' | 'state'>): Write<void> => ({
  mutationFn: () => change(seen, { state: 'cancelled' }),
  meta: { succeeded: callToasts.cancelled, failed: callToasts.notChanged, refresh },
})

/** Says whether the call took place. A slip is put right by the other button. */
export const noteCall = (seen: Pick<Call, 'id' | 'sequence' | 'state'>): Write<'came' | 'did not come'> => ({
  mutationFn: (state) => change(seen, { state }),
  meta: { succeeded: callToasts.noted, failed: callToasts.notChanged, refresh },
})

async function change(
  { id, sequence, state }: Pick<Call, 'id' | 'sequence' | 'state'>,
  to: CallFields | { state: Call['state'] },
) {
  const calls = (await supabase()).from('calls').update(to, { count: 'exact' })
  const changed = unwrapCount(await calls.eq('id', id).eq('sequence', sequence).eq('state', state))
  if (changed === 0) throw new Error('A colleague has changed it since.')
}
