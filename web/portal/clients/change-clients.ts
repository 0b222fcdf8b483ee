import { changeRows, type RowChange } from '../list/change-rows.ts'
import { listToasts } from '../list/list-toasts.ts'
import type { Undoable } from '../writes/undoable.ts'
import type { Write } from '../writes/use-write.ts'
import { type Client, statusLabelOf } from './client.ts'
import { clientToasts } from './client-toasts.ts'

/** What is changed of a client where it stands in the list. */
type ClientChange = Pick<Client, 'prospect_status'>

/** Changed again before the first change is stored: they are stored one after the other, and the last one stays. */
const scope = { id: 'change-clients' }

export const changeClients: Write<readonly RowChange<ClientChange>[], Undoable> = {
  scope,
  mutationFn: (clients) =>
    changeRows(clients, {
      table: 'clients',
      undo: { said: listToasts.changeUndone, failed: listToasts.notUndone, refresh: ['clients'] },
      say: ({ prospect_status }) => statusLabelOf(prospect_status),
    }),
  meta: { said: clientToasts.updated, failed: clientToasts.updateFailed, refresh: ['clients'] },
}
