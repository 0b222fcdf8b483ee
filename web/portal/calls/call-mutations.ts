import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import type { Write } from '../writes/use-write.ts'
import type { Call, CallFields, CallPartner } from './call.ts'
import { callToasts } from './call-toasts.ts'

const refresh = ['calls'] as const

/** What a colleague may have changed. A call that is given to nobody keeps its sequence, because nobody is mailed. */
type SeenCall = Pick<Call, 'id' | 'sequence' | 'state' | 'staff_id'>

export const planCall = ({ column, id }: Pick<CallPartner, 'column' | 'id'>): Write<CallFields> => ({
  mutationFn: async (call) => unwrap(await (await supabase()).from('calls').insert({ ...call, [column]: id })),
  meta: { succeeded: callToasts.planned, failed: callToasts.notPlanned, refresh, isAddition: true },
})

/** Changes a call, unless a colleague has done so since it was shown. */
export const changeCall = (seen: SeenCall): Write<CallFields> => ({
  mutationFn: (call) => change(seen, call),
  meta: { succeeded: callToasts.moved, failed: callToasts.notChanged, refresh },
})

export const cancelCall = (seen: SeenCall): Write<void> => ({
  mutationFn: () => change(seen, { state: 'cancelled' }),
  meta: { succeeded: callToasts.cancelled, failed: callToasts.notChanged, refresh },
})

/** Says whether the call took place. A slip is put right by the other button. */
export const noteCall = (seen: SeenCall): Write<'came' | 'did not come'> => ({
  mutationFn: (state) => change(seen, { state }),
  meta: { succeeded: callToasts.noted, failed: callToasts.notChanged, refresh },
})

async function change(seen: SeenCall, to: CallFields | { state: Call['state'] }) {
  const calls = (await supabase()).from('calls').update(to, { count: 'exact' })
  const change = calls.eq('id', seen.id).eq('sequence', seen.sequence).eq('state', seen.state)
  const asSeen = seen.staff_id === null ? change.is('staff_id', null) : change.eq('staff_id', seen.staff_id)
  if (unwrapCount(await asSeen) === 0) throw new Error('A colleague has changed it since.')
}
