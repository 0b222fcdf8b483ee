import type { ComponentProps } from 'react'
import { type Control, type FieldValues, get, useFormContext, useWatch } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { useMyProfile } from '../me/me-queries.ts'
import { useAgenciesToChoose } from './use-agency-names.ts'

/**
 * The default agency of a new row for a super admin, who chooses it where there are several: the one that the list is
 * narrowed to, or else their own.
 */
export function useAgencySuggestion(narrowedTo = ''): string | undefined {
  const agencies = useAgenciesToChoose()
  const { data: profile } = useMyProfile()
  const suggested = [narrowedTo, profile?.agency_id].find((id) => agencies?.some((agency) => agency.id === id))
  return agencies && (suggested ?? '')
}

type AgencySelectProps = Omit<ComponentProps<typeof Select>, 'className'> & {
  error?: string | undefined
  hint?: string
  value: string
}

/** A select of agencies; renders nothing where there is only one. */
export function AgencySelect({ error, hint, value, ...props }: AgencySelectProps) {
  const agencies = useAgenciesToChoose()
  if (!agencies) return null
  return (
    <Field label="Agency" error={error} {...(hint !== undefined && { hint })}>
      {(control) => (
        <Select {...control} {...props} value={value} required>
          {value === '' && <option value="">Choose an agency</option>}
          {agencies.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** The agency chosen in a form, or else the default; undefined where there is only one. */
export function useChosenAgency<Typed extends FieldValues & { agencyId?: string | undefined }, Parsed>(
  { control }: { control: Control<Typed, unknown, Parsed> },
  narrowedTo?: string,
): string | undefined {
  const suggested = useAgencySuggestion(narrowedTo)
  return useWatch({ control, compute: ({ agencyId }: Typed) => agencyId }) || suggested
}

/** The field for the agency of a new row, in a form with an `agencyId`. */
export function AgencyField({ chosen }: { chosen: string | undefined }) {
  const { setValue, clearErrors, formState } = useFormContext()
  const error: { message?: string } | undefined = get(formState.errors, 'agencyId')
  return (
    <AgencySelect
      error={error?.message}
      value={chosen ?? ''}
      onChange={({ target }) => {
        setValue('agencyId', target.value, { shouldDirty: true })
        clearErrors('agencyId')
      }}
    />
  )
}
