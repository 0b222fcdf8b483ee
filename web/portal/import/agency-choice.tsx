import { useQuery } from '@tanstack/react-query'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { useMyProfile, useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { agencyNamesQuery } from '../people/agency-names-query.ts'
import type { ImportDraft } from './import-draft.ts'

/** The agency that the imported rows will belong to: the person's own, or the one that a super admin has chosen. */
export function useImportAgency({ agencyId }: ImportDraft): string | undefined {
  const profile = useMyProfile().data
  return agencyId ?? profile?.agency_id ?? undefined
}

type AgencyChoiceProps = { draft: ImportDraft; change: (changes: Partial<ImportDraft>) => void }

/** A select of the agency for super admins; everybody else works for one. */
export function AgencyChoice(props: AgencyChoiceProps) {
  return isSuperAdmin(useMyRoles() ?? []) ? <AgencySelect {...props} /> : null
}

function AgencySelect({ draft, change }: AgencyChoiceProps) {
  const { data: agencies } = useQuery(agencyNamesQuery())
  const chosen = useImportAgency(draft)
  return (
    <Field label="Agency">
      {(control) => (
        <Select {...control} value={chosen ?? ''} onChange={({ target }) => change({ agencyId: target.value })}>
          {chosen === undefined && <option value="">Choose</option>}
          {agencies?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
