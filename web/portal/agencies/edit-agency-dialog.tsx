import { FormDialog } from '../../ui/form-dialog.tsx'
import { withoutHiddenFacts } from '../agency-details/agency-details.ts'
import { updateAgency } from '../agency-details/update-agency.ts'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { type Agency, agencyForm, typedAgency } from './agency.ts'
import { AgencyForm, clearHiddenFacts } from './agency-form.tsx'
import { agencyToasts } from './agency-toasts.ts'

/** The dialog is open while there is an agency to edit. */
export function EditAgencyDialog({ agency, onClose }: { agency: Agency | undefined; onClose: () => void }) {
  return (
    <FormDialog
      isOpen={agency !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Edit Agency"
      description={agency?.name}
      className="sm:max-w-2xl"
    >
      {agency && <EditAgencyForm agency={agency} onClose={onClose} />}
    </FormDialog>
  )
}

const { updated, saveFailed } = agencyToasts

function EditAgencyForm({ agency, onClose }: { agency: Agency; onClose: () => void }) {
  const entity = useEntityForm({
    values: typedAgency(agency),
    schema: agencyForm,
    clearHidden: clearHiddenFacts,
    draft: `agency/${agency.id}`,
    write: updateAgency(agency.id, { succeeded: updated, failed: saveFailed }),
    version: agency.updated_at,
    onDone: onClose,
  })
  return (
    <AgencyForm
      entity={entity}
      action="Save Changes"
      busyAction="Saving..."
      answersWebsite={agency.answers_website}
      onSubmit={(changes) => entity.save(withoutHiddenFacts(changes, changes.answers_website))}
    />
  )
}
