import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { useWrite } from '../writes/use-write.ts'
import type { Project } from './project.ts'
import { deleteProjects } from './project-mutations.ts'

type DeleteProjectDialogProps = { project: Project | undefined; onClose: () => void }

export function DeleteProjectDialog({ project, onClose }: DeleteProjectDialogProps) {
  const [remove, isBusy] = useWrite(deleteProjects, { onSettled: onClose })
  return (
    <DeleteDialog
      item={project}
      title="Delete project?"
      describe={({ name }) => (
        <>
          <strong>{name}</strong> and all its updates, files and notes are removed. It can be brought back for 30 days.
        </>
      )}
      isBusy={isBusy}
      onDelete={(leaver) => void remove([leaver])}
      onClose={onClose}
    />
  )
}
