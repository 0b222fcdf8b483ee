import { changeRows, type RowChange } from '../list/change-rows.ts'
import { listToasts } from '../list/list-toasts.ts'
import type { Undoable } from '../writes/undoable.ts'
import type { Write } from '../writes/use-write.ts'
import { type Client, statusLabelOf } from './client.ts'
import { clientToasts } from './client-toasts.ts'

/** The columns of a client that can be changed in the list. */
type ClientChange = Pick<Client, 'prospect_status'>

/** Mutations of one scope run one after the other, so that the last of several changes of a client wins. */
const scope = { id: 'change-clients' }

export const changeClients: Write<readonly RowChange<ClientChange>[], Undoable> = {
  scope,
  mutationFn: (clients) =>
    changeRows(clients, {
      table: 'clients',
      undo: { succeeded: listToasts.changeUndone, failed: listToasts.notUndone, refresh: ['clients'] },
      say: ({ prospect_status }) => statusLabelOf(prospect_status),
    }),
  meta: { succeeded: clientToasts.updated, failed: clientToasts.updateFailed, refresh: ['clients'] },
}
