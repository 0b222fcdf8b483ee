import type { ComponentProps } from 'react'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { useMyProfile } from '../me/me-queries.ts'
import { useAgenciesToChoose } from './use-agency-names.ts'

/**
 * What somebody adds belongs to their agency; a super admin chooses, where there are several. Suggested is the one that the
 * list is narrowed to, or else their own.
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

/** Nothing where there is nothing to choose. */
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
