import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { deleteRows } from '../list/change-rows.ts'
import { myAgencyId } from '../me/my-agency.ts'
import type { ChangedTables } from '../writes/stale-after.ts'
import { Undoable } from '../writes/undoable.ts'
import type { Write } from '../writes/use-write.ts'
import { updateVersion } from '../writes/version-conflict.ts'
import type { Client } from './client.ts'
import type { ClientChanges, NewClient } from './client-form.ts'
import { clientToasts } from './client-toasts.ts'
import type { DoneContact } from './contact-form.ts'
import type { NextContact } from './next-contact.ts'

const { created, creationFailed, updated, updateFailed, deleted, deletionFailed } = clientToasts
const { contactDone, contactNotDone, contactReopened, contactNotReopened } = clientToasts

export const addClient: Write<NewClient> = {
  mutationFn: async ({ agencyId, ...fields }, { client: queryClient }) => {
    const agency_id = agencyId || (await myAgencyId(queryClient))
    const client = await supabase()
    const added = client.from('clients').insert({ ...fields, agency_id })
    return unwrap(await added.select('id').single()).id
  },
  meta: {
    succeeded: (id) => created(String(id)),
    failed: creationFailed,
    refresh: ['clients'],
    isAddition: true,
  },
}

export const updateClient = (clientId: string): Write<ClientChanges & { seen: string }> => ({
  mutationFn: ({ seen, ...changes }) => updateVersion('clients', { id: clientId, seen }, changes),
  meta: { succeeded: updated, failed: updateFailed, refresh: ['clients'] },
})

export const deleteClients: Write<readonly { id: string; name: string }[], Undoable> = {
  mutationFn: (clients) => deleteRows(clients, 'clients'),
  meta: { succeeded: deleted, failed: deletionFailed, refresh: ['clients'] },
}

const changesOfContact: ChangedTables = ['clients', 'client_notes']

/**
 * Stores what happened as a note, and the contact that follows. Undo deletes the note and restores the contact that was
 * due, unless a colleague has changed it since. `due` is the contact that was planned, as the person saw it.
 */
export const completeContact = (
  { id, name }: Pick<Client, 'id' | 'name'>,
  due: NextContact,
): Write<DoneContact, Undoable> => ({
  mutationFn: async ({ words, next_contact_on, next_contact_note }) => {
    const database = await supabase()
    const contacts = {
      client: id,
      ...(due.next_contact_on !== null && { due: due.next_contact_on }),
      ...(due.next_contact_note !== null && { due_note: due.next_contact_note }),
      ...(next_contact_on !== null && { next_on: next_contact_on }),
      ...(next_contact_note !== null && { next_note: next_contact_note }),
    }
    const written = unwrap(await database.rpc('complete_contact', { ...contacts, words }))
    const undo: Write<void> = {
      mutationFn: async () => unwrap(await database.rpc('reopen_contact', { ...contacts, written })),
      meta: { succeeded: contactReopened, failed: contactNotReopened, refresh: changesOfContact },
    }
    return new Undoable(undo, name)
  },
  meta: { succeeded: contactDone, failed: contactNotDone, refresh: changesOfContact },
})
