import { Plus } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SchemaFields } from '../../ui/schema-fields.tsx'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { useNewDialog } from '../writes/use-new-dialog.ts'
import { emptyEnquiry, enquiryFields, enquiryForm } from './enquiry-form.ts'
import { addEnquiry } from './enquiry-mutations.ts'

const trigger = (
  <Button>
    <Plus aria-hidden />
    Add Enquiry
  </Button>
)

/** The dialog to add an enquiry that did not come by the website. What was typed survives closing the dialog and the page. */
export function AddEnquiryDialog() {
  const [isOpen, setOpen] = useNewDialog()
  const entity = useEntityForm({
    values: emptyEnquiry,
    schema: enquiryForm,
    draft: 'new-enquiry',
    write: addEnquiry,
    onDone: () => setOpen(false),
  })
  return (
    <FormDialog
      isOpen={isOpen}
      trigger={trigger}
      onOpenChange={setOpen}
      title="Add Enquiry"
      description="A name and one way to answer are enough."
    >
      <EntityForm
        entity={entity}
        onSubmit={entity.save}
        action="Add Enquiry"
        busyAction="Adding..."
        footer="sticky"
        className="grid gap-4 sm:grid-cols-2"
      >
        <SchemaFields of={enquiryFields} />
      </EntityForm>
    </FormDialog>
  )
}
