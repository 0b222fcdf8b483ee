import { zodResolver } from '@hookform/resolvers/zod'
import { Plus } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger, StickyDialogFooter } from '../../ui/dialog.tsx'
import { CLIENT } from '../client-choice/client-choices.ts'
import { useMe } from '../me/me.ts'
import { useDraft } from '../writes/use-draft.ts'
import { useNewDialog } from '../writes/use-new-dialog.ts'
import { useWrite } from '../writes/use-write.ts'
import { newProject, type ProjectFields, projectForm, type TypedProject } from './project-form.ts'
import { complainAboutMissing, ProjectFormFields } from './project-form-fields.tsx'
import { addProject } from './project-mutations.ts'
import { refusingUnreadable } from './unreadable.ts'
import { useClientAskedFor } from './use-client-asked-for.ts'

/** What was typed outlives the dialog and the page; only Cancel and success empty it. `agencyId`: what the list is narrowed to. */
export function AddProjectDialog({ agencyId }: { agencyId: string }) {
  const [isOpen, setOpen] = useNewDialog(CLIENT)
  const form = useForm<TypedProject, unknown, ProjectFields>({
    defaultValues: newProject,
    resolver: refusingUnreadable(zodResolver(projectForm)),
  })
  const { handleSubmit, reset } = form
  const forgetDraft = useDraft(form, 'new-project')
  useClientAskedFor(form)
  const [add, isBusy] = useWrite(addProject(useMe().id), { onSuccess: close })

  function close() {
    setOpen(false)
    reset(newProject)
    forgetDraft()
  }

  return (
    <Dialog open={isOpen} onOpenChange={(next) => !isBusy && setOpen(next)}>
      <DialogTrigger asChild>
        <Button>
          <Plus aria-hidden />
          Add Project
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Add Project"
        description="Name, client and type are required; the rest can follow."
        className="scroll-py-12 sm:max-w-2xl sm:scroll-pb-28"
      >
        <form
          noValidate
          onSubmit={handleSubmit((project) => add(project), complainAboutMissing)}
          className="grid gap-5"
        >
          <ProjectFormFields form={form} listAgencyId={agencyId} />
          <StickyDialogFooter>
            <Button variant="outline" disabled={isBusy} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? 'Creating...' : 'Create Project'}
            </Button>
          </StickyDialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
