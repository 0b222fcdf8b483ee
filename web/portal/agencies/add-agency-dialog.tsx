import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { withoutHiddenFacts } from '../agency-details/agency-details.ts'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { agencyForm, emptyAgency } from './agency.ts'
import { AgencyForm, clearHiddenFacts } from './agency-form.tsx'
import { addAgency } from './agency-mutations.ts'

const trigger = (
  <Button>
    <Plus aria-hidden />
    Add Agency
  </Button>
)

/**
 * The dialog to add an agency. What was typed survives closing the dialog and the page; only Cancel and success clear it.
 */
export function AddAgencyDialog() {
  const [isOpen, setOpen] = useState(false)
  const entity = useEntityForm({
    values: emptyAgency,
    schema: agencyForm,
    clearHidden: clearHiddenFacts,
    draft: 'new-agency',
    write: addAgency,
    onDone: () => setOpen(false),
  })
  return (
    <FormDialog
      isOpen={isOpen}
      trigger={trigger}
      onOpenChange={setOpen}
      title="Add Agency"
      description="Only the name is required. Add people to it in Role Management."
      className="sm:max-w-2xl"
    >
      <AgencyForm
        entity={entity}
        action="Add Agency"
        busyAction="Adding..."
        onSubmit={(agency) => entity.save(withoutHiddenFacts(agency, false))}
      />
    </FormDialog>
  )
}
