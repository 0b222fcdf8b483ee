import { useController, useFormContext } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { ClientBox } from '../client-choice/client-box.tsx'
import type { ClientChoice } from '../client-choice/client-choices.ts'
import { UNASSIGNED } from '../people/unassigned.ts'
import type { TypedProject } from './project-form.ts'

type ClientFieldProps = {
  /** True where clients of several agencies are offered, so that each is shown with its agency. */
  showsAgency: boolean
  /** The agency whose clients come first, or '' for none. */
  agencyId: string
}

export function ClientField({ showsAgency, agencyId }: ClientFieldProps) {
  const { control, setValue } = useFormContext<TypedProject>()
  const { field, fieldState } = useController({ control, name: 'client' })

  function choose(client: ClientChoice | null) {
    // The assignee is cleared with the agency, since staff of one agency cannot be assigned to a project of another.
    if (client?.agency_id !== field.value?.agency_id) setValue('assigned_to', UNASSIGNED, { shouldDirty: true })
    field.onChange(client)
  }

  return (
    <Field label="Client" error={fieldState.error?.message}>
      {(attributes) => (
        <ClientBox
          {...attributes}
          ref={field.ref}
          onBlur={field.onBlur}
          required
          whose={{ agencyId }}
          showsAgency={showsAgency}
          selected={field.value}
          onSelect={choose}
        />
      )}
    </Field>
  )
}
