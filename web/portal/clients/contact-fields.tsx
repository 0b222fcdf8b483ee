import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { DateField, TextField } from '../../ui/form-fields.tsx'
import { staffQuery } from '../people/staff-query.ts'
import { StaffSelect } from '../people/staff-select.tsx'
import { assigneeOf, UNASSIGNED } from '../people/unassigned.ts'
import type { ListedClient } from './client.ts'

/** The fields of a form for the next contact with a client. */
export function NextContactFields() {
  return (
    <>
      <DateField name="next_contact_on" label="Next contact" />
      <TextField name="next_contact_note" label="What about" />
    </>
  )
}

/** The field of a form for the colleague who looks after a client. */
export function LookedAfterField({ client }: { client: ListedClient }) {
  const { control: form, setValue } = useFormContext<{ looked_after_by: string }>()
  const chosen = useWatch({ control: form, name: 'looked_after_by' })
  const { data: staff = [] } = useQuery(staffQuery([client.agency_id]))
  return (
    <Field label="Looked after by">
      {(control) => (
        <StaffSelect
          {...control}
          nobody="Nobody"
          staff={staff}
          assigned={client.looked_after_by}
          assigneeName={client.manager?.display_name}
          chosen={assigneeOf(chosen)}
          onAssign={(person) => setValue('looked_after_by', person ?? UNASSIGNED, { shouldDirty: true })}
        />
      )}
    </Field>
  )
}
