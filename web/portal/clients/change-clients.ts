import { changeRows, type RowChange } from '../list/change-rows.ts'
import { listToasts, unlessChanged } from '../list/list-toasts.ts'
import type { Undoable } from '../writes/undoable.ts'
import type { Write } from '../writes/use-write.ts'
import { type Client, statusLabelOf } from './client.ts'
import { clientToasts } from './client-toasts.ts'
import { contactText, type NextContact } from './next-contact.ts'

/** The columns of a client that can be changed without its form. */
export type ClientChange = Partial<Pick<Client, 'prospect_status' | 'looked_after_by'> & NextContact>

/** Mutations of one scope run one after the other, so that the last of several changes of a client wins. */
const scope = { id: 'change-clients' }

export const changeClients: Write<readonly RowChange<ClientChange>[], Undoable> = {
  scope,
  mutationFn: (clients) =>
    changeRows(clients, {
      table: 'clients',
      undo: { succeeded: listToasts.changeUndone, failed: listToasts.notUndone, refresh: ['clients'] },
      say: describeChange,
    }),
  meta: { succeeded: clientToasts.updated, failed: unlessChanged(clientToasts.updateFailed), refresh: ['clients'] },
}

function describeChange({ prospect_status, next_contact_on, next_contact_note = null }: ClientChange) {
  if (prospect_status !== undefined) return statusLabelOf(prospect_status)
  return next_contact_on === undefined ? undefined : contactText({ next_contact_on, next_contact_note })
}
