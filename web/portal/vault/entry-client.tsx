import { useController } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { ClientBox } from '../client-choice/client-box.tsx'
import { useMyProfile } from '../me/me-queries.ts'
import type { EntryTyped } from './entry-form.ts'

/** The client of an entry, chosen among those of the person's own agency; people without an agency have nothing to choose. */
export function EntryClient() {
  const { field } = useController<EntryTyped, 'client'>({ name: 'client' })
  const agencyId = useMyProfile().data?.agency_id
  if (!agencyId) return null
  return (
    <Field label="Client" hint="Optional. It then shows on the client’s page, too.">
      {(control) => (
        <ClientBox
          {...control}
          ref={field.ref}
          onBlur={field.onBlur}
          whose={{ agencyId, isAlone: true }}
          selected={field.value}
          onSelect={field.onChange}
        />
      )}
    </Field>
  )
}
