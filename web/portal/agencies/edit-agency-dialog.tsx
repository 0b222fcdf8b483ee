import { FormDialog } from '../../ui/form-dialog.tsx'
import type { Agency } from './agency.ts'
import { EditAgencyForm } from './edit-agency-form.tsx'

/** The dialog to edit an agency, open while there is one to edit. */
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
