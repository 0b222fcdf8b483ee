import { withoutHiddenFacts } from '../agency-details/agency-details.ts'
import { updateAgency } from '../agency-details/update-agency.ts'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { type Agency, agencyForm, typedAgency } from './agency.ts'
import { AgencyForm, clearHiddenFacts } from './agency-form.tsx'
import { agencyToasts } from './agency-toasts.ts'

const { updated, saveFailed } = agencyToasts

type EditAgencyFormProps = {
  agency: Agency
  /** Called after saving and after Cancel. Without a callback the form stays open and has no Cancel. */
  onClose?: () => void
}

export function EditAgencyForm({ agency, onClose }: EditAgencyFormProps) {
  const entity = useEntityForm({
    values: typedAgency(agency),
    schema: agencyForm,
    clearHidden: clearHiddenFacts,
    draft: `agency/${agency.id}`,
    write: updateAgency(agency.id, { succeeded: updated, failed: saveFailed }),
    version: agency.updated_at,
    ...(onClose ? { onDone: onClose } : { onSaved: () => entity.form.reset(entity.form.getValues()) }),
  })
  return (
    <AgencyForm
      entity={entity}
      action="Save Changes"
      busyAction="Saving..."
      footer={onClose ? 'sticky' : 'start'}
      answersWebsite={agency.answers_website}
      onSubmit={(changes) => entity.save(withoutHiddenFacts(changes, changes.answers_website))}
    />
  )
}
