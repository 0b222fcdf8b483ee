import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { catalogue } from '../catalogue.ts'
import type { Project } from './project.ts'
import { useDeleteProject } from './project-mutations.ts'

type DeleteProjectDialogProps = { project: Project | undefined; onClose: () => void }

export function DeleteProjectDialog({ project, onClose }: DeleteProjectDialogProps) {
  const { mutateAsync: deleteProject } = useDeleteProject()
  return (
    <DeleteDialog
      item={project}
      title="Delete project?"
      describe={({ name }) => (
        <>
          <strong>{name}</strong> and all its updates, files and notes are removed. This cannot be undone.
        </>
      )}
      remove={({ id }) => deleteProject(id)}
      deleted={catalogue.projects.deleted}
      failed={() => catalogue.projects.deletionFailed}
      onClose={onClose}
    />
  )
}
