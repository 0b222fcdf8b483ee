import type { FieldErrors } from 'react-hook-form'
import { toast } from '../../ui/toast.ts'
import {
  type Agency,
  agencyDetailsForm,
  asAsked,
  type TypedDetails,
  typedDetails,
  typedFacts,
} from '../agency-details/agency-details.ts'
import { AgencyFields } from '../agency-details/agency-fields.tsx'
import { updateAgency } from '../agency-details/update-agency.ts'
import { WebsiteFields } from '../agency-details/website-fields.tsx'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { profileToasts } from './profile-toasts.ts'

/** Here the e-mail is required as well: it is what clients see of an agency that is at work. */
const myAgencyForm = agencyDetailsForm.refine(({ email }) => email !== null, {
  message: 'Enter an email address.',
  path: ['email'],
})

const { agencyUpdated, agencyUpdateFailed } = profileToasts

/** What an agency admin keeps up to date. The tier and whether the agency is active are not theirs to decide. */
export function AgencyForm({ agency }: { agency: Agency }) {
  const entity = useEntityForm({
    values: typedDetails(agency),
    schema: myAgencyForm,
    // A draft may hold what the website was to say of an agency that no longer answers it.
    asked: (typed) => (agency.answers_website ? typed : { ...typed, ...typedFacts(agency) }),
    draft: `my-agency/${agency.id}`,
    write: updateAgency(agency.id, { said: agencyUpdated, failed: agencyUpdateFailed }),
    version: agency.updated_at,
    onSaved() {
      // Nothing is being written any more, so the form follows what was saved.
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
      onSubmit={(details) => entity.save(asAsked(details, agency.answers_website))}
      complain={complain}
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
