import { requestStatuses } from '../../for-clients/asked-request.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { changeRows } from '../list/change-rows.ts'
import { listToasts } from '../list/list-toasts.ts'
import type { Undoable } from '../writes/undoable.ts'
import { unwrapChange } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import type { ClientRequest, RequestState } from './client-request.ts'
import { requestToasts } from './request-toasts.ts'

const refresh = ['client_requests', 'notices'] as const

/** Says what becomes of a request, unless a colleague has done so since it was shown. */
export const changeRequest = ({
  id,
  title,
  status,
  assigned_to,
  reason,
}: RequestState & Pick<ClientRequest, 'id' | 'title'>): Write<RequestState, Undoable> => {
  const from = { status, assigned_to, reason }
  return {
    mutationFn: (to) =>
      changeRows([{ id, name: title, from, to }], {
        table: 'client_requests',
        say: (change) => requestStatuses[change.status],
        undo: { succeeded: listToasts.changeUndone, failed: listToasts.notUndone, refresh },
      }),
    meta: { succeeded: requestToasts.changed, failed: requestToasts.notChanged, refresh },
  }
}

/** Makes a step of a request in one of the client's projects. */
export const makeStep = ({ id, title }: Pick<ClientRequest, 'id' | 'title'>): Write<string> => ({
  mutationFn: async (project_id) => {
    const client = await supabase()
    const step = unwrap(await client.from('project_steps').insert({ project_id, title }).select('id').single())
    await changeOne(id, { step_id: step.id })
  },
  meta: {
    succeeded: requestToasts.stepMade,
    failed: requestToasts.notChanged,
    refresh: ['client_requests', 'project_steps'],
  },
})

/** Says whether what was asked for counts as one of the content updates of the client's plan. */
export const countRequest = (id: string): Write<boolean> => ({
  mutationFn: (counts_as_content_update) => changeOne(id, { counts_as_content_update }),
  meta: {
    succeeded: requestToasts.changed,
    failed: requestToasts.notChanged,
    refresh: ['client_requests', 'clients', 'project_updates'],
  },
})

async function changeOne(id: string, to: { step_id: string } | { counts_as_content_update: boolean }) {
  const requests = (await supabase()).from('client_requests')
  unwrapChange(await requests.update(to, { count: 'exact' }).eq('id', id), 'request', 'change it')
}
