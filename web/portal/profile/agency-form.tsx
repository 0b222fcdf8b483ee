import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldErrors, FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '../../ui/button.tsx'
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
import { NewerChange } from '../writes/newer-change.ts'
import { NewerChangeAlert } from '../writes/newer-change-alert.tsx'
import { useDraft } from '../writes/use-draft.ts'
import { useNewerChange } from '../writes/use-newer-change.ts'
import { useWrite } from '../writes/use-write.ts'
import { profileToasts } from './profile-toasts.ts'

/** Here the e-mail is required as well: it is what clients see of an agency that is at work. */
const myAgencyForm = agencyDetailsForm.refine(({ email }) => email !== null, {
  message: 'Enter an email address.',
  path: ['email'],
})

const checked = zodResolver(myAgencyForm)

/** What an agency admin keeps up to date. The tier and whether the agency is active are not theirs to decide. */
export function AgencyForm({ agency }: { agency: Agency }) {
  const form = useForm<TypedDetails, unknown, z.output<typeof myAgencyForm>>({
    defaultValues: typedDetails(agency),
    // A draft may hold what the website was to say of an agency that no longer answers it.
    resolver: (typed, ...rest) =>
      checked(agency.answers_website ? typed : { ...typed, ...typedFacts(agency) }, ...rest),
  })
  const { register, handleSubmit, reset, getValues, watch, formState } = form
  const { errors } = formState
  const forgetDraft = useDraft(form, `my-agency/${agency.id}`)
  const { agencyUpdated, agencyUpdateFailed } = profileToasts
  const [save, isBusy] = useWrite(updateAgency(agency.id, { said: agencyUpdated, failed: agencyUpdateFailed }), {
    onSuccess() {
      forgetDraft()
      // Nothing is being written any more, so the form follows what was saved.
      reset(getValues())
    },
    onError(error) {
      if (error instanceof NewerChange) refuse()
    },
  })

  const { isOutdated, refuse, takeTheirs } = useNewerChange(form, {
    seen: watch('seen'),
    current: agency.updated_at,
    theirs: typedDetails(agency),
    isBusy,
  })

  function complain({ name, email }: FieldErrors<TypedDetails>) {
    const isMissing = name?.type === 'too_small' || getValues('email').trim() === ''
    if (isMissing && (name ?? email)) toast.error(profileToasts.missingAgencyFields)
  }

  return (
    <form
      noValidate
      aria-label="Agency Information"
      onSubmit={handleSubmit((details) => save(asAsked(details, agency.answers_website)), complain)}
      className="grid gap-4 sm:grid-cols-2"
    >
      {isOutdated && (
        <div className="sm:col-span-2">
          <NewerChangeAlert
            thing="agency"
            isBusy={isBusy}
            onTakeTheirs={takeTheirs}
            onSaveMine={() =>
              void handleSubmit(
                (mine) => save(asAsked({ ...mine, seen: agency.updated_at }, agency.answers_website)),
                complain,
              )()
            }
          />
        </div>
      )}
      <AgencyFields register={register} errors={errors} isEmailRequired />
      {agency.answers_website && (
        <FormProvider {...form}>
          <WebsiteFields />
        </FormProvider>
      )}
      <Button type="submit" disabled={isBusy} className="justify-self-start">
        {isBusy ? 'Saving...' : 'Save Agency'}
      </Button>
    </form>
  )
}
