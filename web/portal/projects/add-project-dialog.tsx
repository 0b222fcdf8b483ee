import { Plus } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CLIENT } from '../client-choice/client-choices.ts'
import { useMe } from '../me/me.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { useNewDialog } from '../writes/use-new-dialog.ts'
import { newProject, newProjectForm } from './project-form.ts'
import { ProjectFormFields, toastMissingFields } from './project-form-fields.tsx'
import { addProject } from './project-mutations.ts'
import { useClientFromAddress } from './use-client-from-address.ts'

const trigger = (
  <Button>
    <Plus aria-hidden />
    Add Project
  </Button>
)

/**
 * The dialog to add a project. What was typed survives closing the dialog and the page; only Cancel and success clear
 * it. `agencyId` is the agency that the list is narrowed to.
 */
export function AddProjectDialog({ agencyId }: { agencyId: string }) {
  const [isOpen, setOpen] = useNewDialog(CLIENT)
  const entity = useEntityForm({
    values: newProject,
    schema: newProjectForm,
    draft: 'new-project',
    write: addProject(useMe().id),
    onDone: () => setOpen(false),
  })
  useClientFromAddress(entity.form)
  return (
    <FormDialog
      isOpen={isOpen}
      trigger={trigger}
      onOpenChange={setOpen}
      title="Add Project"
      description="Name, client and type are required; the rest can follow."
      className="scroll-py-12 sm:max-w-2xl sm:scroll-pb-28"
    >
      <EntityForm
        entity={entity}
        onSubmit={entity.save}
        onInvalid={toastMissingFields}
        action="Create Project"
        busyAction="Creating..."
        footer="sticky"
        className="grid gap-5"
      >
        <ProjectFormFields listAgencyId={agencyId} />
      </EntityForm>
    </FormDialog>
  )
}
