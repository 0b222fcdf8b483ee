import type { FieldErrors } from 'react-hook-form'
import { toast } from '../../ui/toast.ts'
import {
  type Agency,
  agencyDetailsForm,
  type TypedDetails,
  typedDetails,
  typedFacts,
  withoutHiddenFacts,
} from '../agency-details/agency-details.ts'
import { AgencyFields } from '../agency-details/agency-fields.tsx'
import { updateAgency } from '../agency-details/update-agency.ts'
import { WebsiteFields } from '../agency-details/website-fields.tsx'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { profileToasts } from './profile-toasts.ts'

/** The form of an agency's own details. The email is required, since clients see it. */
const myAgencyForm = agencyDetailsForm.refine(({ email }) => email !== null, {
  message: 'Enter an email address.',
  path: ['email'],
})

const { agencyUpdated, agencyUpdateFailed } = profileToasts

/**
 * The form of the agency's details for an agency admin. Only super admins change the tier and whether the agency is
 * active.
 */
export function AgencyForm({ agency }: { agency: Agency }) {
  const entity = useEntityForm({
    values: typedDetails(agency),
    schema: myAgencyForm,
    // A draft may hold website texts of an agency that no longer answers the website.
    clearHidden: (typed) => (agency.answers_website ? typed : { ...typed, ...typedFacts(agency) }),
    draft: `my-agency/${agency.id}`,
    write: updateAgency(agency.id, { succeeded: agencyUpdated, failed: agencyUpdateFailed }),
    version: agency.updated_at,
    onSaved() {
      // After saving, the saved values become the form's starting values.
      reset(getValues())
    },
  })
  const { reset, getValues } = entity.form

  function complain({ name, email }: FieldErrors<TypedDetails>) {
    const isMissing = name?.type === 'too_small' || getValues('email').trim() === ''
    if (isMissing && (name ?? email)) toast.error(profileToasts.missingAgencyFields)
  }

  return (
    <EntityForm
      entity={entity}
      thing="agency"
      alertsFirst
      aria-label="Agency Information"
      onSubmit={(details) => entity.save(withoutHiddenFacts(details, agency.answers_website))}
      onInvalid={complain}
      action="Save Agency"
      busyAction="Saving..."
      footer="start"
      className="grid gap-4 sm:grid-cols-2"
    >
      <AgencyFields isEmailRequired />
      {agency.answers_website && <WebsiteFields />}
    </EntityForm>
  )
}
