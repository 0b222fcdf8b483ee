import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import { undoDeletion } from '../writes/restore-deleted.ts'
import { Undoable } from '../writes/undoable.ts'
import { goneOrRefused } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import { updateVersion } from '../writes/version-conflict.ts'
import type { NewPerson, PersonChanges, PersonOfClient } from './client-person.ts'
import { personToasts } from './person-toasts.ts'

const { added, notAdded, updated, notUpdated, mainChanged, mainNotChanged, deleted, notDeleted } = personToasts

export const addPerson = (client_id: string): Write<NewPerson> => ({
  mutationFn: async (person) => unwrap(await (await supabase()).from('client_people').insert({ ...person, client_id })),
  meta: { succeeded: added, failed: notAdded, refresh: ['client_people'], isAddition: true },
})

/** Changes a person; what is known of the main person is stored with the client. */
export const updatePerson = ({ id, isMain }: PersonOfClient): Write<PersonChanges> => ({
  mutationFn: ({ seen, name, role, email, phone, note }) =>
    isMain
      ? updateVersion(
          'clients',
          { id, seen },
          { name, phone, main_person_role: role, main_person_note: note, ...(email !== null && { email }) },
        )
      : updateVersion('client_people', { id, seen }, { name, role, email, phone, note }),
  meta: { succeeded: updated, failed: notUpdated, refresh: isMain ? ['clients'] : ['client_people'] },
})

const changesOfSwap = ['clients', 'client_people', 'client_links', 'audit_events'] as const

async function swap(person: string) {
  unwrap(await (await supabase()).rpc('make_main_person', { person }))
}

/** Makes a person the main one. Both keep their rows, so doing it again undoes it. */
export const makeMainPerson: Write<PersonOfClient, Undoable> = {
  mutationFn: async ({ id, name }) => {
    await swap(id)
    const meta = { succeeded: mainChanged, failed: mainNotChanged, refresh: changesOfSwap }
    return new Undoable({ mutationFn: () => swap(id), meta }, name)
  },
  meta: { succeeded: mainChanged, failed: mainNotChanged, refresh: changesOfSwap },
}

/** Deletes a person, whose links stop working. Undo restores both. */
export const deletePerson: Write<PersonOfClient, Undoable> = {
  mutationFn: async ({ id, name }) => {
    const people = (await supabase()).from('client_people').delete({ count: 'exact' })
    if (unwrapCount(await people.eq('id', id)) === 0) throw goneOrRefused('person', 'delete them')
    return undoDeletion([id], `${name}. Their links no longer work.`)
  },
  meta: { succeeded: deleted, failed: notDeleted, refresh: ['client_people', 'client_links'] },
}
