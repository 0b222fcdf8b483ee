import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { agencyNamesQuery } from '../people/agency-names-query.ts'

type AgencySelectProps = ComponentProps<typeof Select> & { error: string | undefined }

/** The agency that somebody is going to work for. Drawn once the agencies are known: no choice is lost while they come. */
export function AgencySelect({ error, ...props }: AgencySelectProps) {
  const { data: agencies, isError } = useQuery(agencyNamesQuery())
  return (
    <Field label="Agency" error={isError ? 'The agencies could not be loaded. Please reload the page.' : error}>
      {(control) =>
        agencies ? (
          <Select {...control} {...props} required>
            <option value="">Choose an agency</option>
            {agencies.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        ) : (
          <Select {...control} disabled>
            <option>{isError ? 'Not loaded' : 'Loading...'}</option>
          </Select>
        )
      }
    </Field>
  )
}
