import { RequestError } from '../../lib/errors.ts'
import { invokeFunction, toRequestError } from '../../lib/invoke-function.ts'
import { saveFile } from '../../lib/save-file.ts'
import { wholeSupabase } from '../../lib/supabase.ts'
import { today } from '../../lib/today.ts'
import type { Write } from '../writes/use-write.ts'
import { erasingToasts } from './erasing-toasts.ts'

/** A client, or one of its people, to export or to erase. */
export type ErasingSubject = { kind: 'client' | 'person'; id: string; name: string }

const { exported, notExported, clientErased, personErased, notErased } = erasingToasts

/** Saves everything of a subject as one archive, which the audit trail records. */
export const exportEverything: Write<ErasingSubject> = {
  mutationFn: async ({ kind, id }) => {
    const { data, error } = await (await wholeSupabase()).functions.invoke('export-client', { body: { [kind]: id } })
    if (error) throw await toRequestError(error)
    if (!(data instanceof Blob)) throw new RequestError({ message: '', code: '', status: 0 })
    saveFile(data, `${kind}-${id}-${today()}.tar.gz`)
  },
  meta: { succeeded: exported, failed: notExported, refresh: ['audit_events'], isAddition: true },
}

/** Erases a client for good. The screen is left before it is told that there is no such client any more. */
export const eraseClient = (leave: () => Promise<void> | void): Write<ErasingSubject> => ({
  mutationFn: async ({ id }) => {
    await invokeFunction('erase-client', { client: id })
    await leave()
  },
  meta: { succeeded: clientErased, failed: notErased, refresh: 'everything' },
})

/** Erases one of the people of a client for good. */
export const eraseClientPerson: Write<ErasingSubject> = {
  mutationFn: ({ id }) => invokeFunction('erase-client', { person: id }),
  meta: { succeeded: personErased, failed: notErased, refresh: 'everything' },
}
