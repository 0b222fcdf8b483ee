import { useRef } from 'react'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { catalogue } from '../catalogue.ts'
import type { Project } from './project.ts'
import { useDeleteProject } from './project-mutations.ts'

type DeleteProjectDialogProps = { project: Project | undefined; onClose: () => void }

/** Open while there is a project to delete. */
export function DeleteProjectDialog({ project, onClose }: DeleteProjectDialogProps) {
  const { mutateAsync: deleteProject } = useDeleteProject()
  // Its name still stands there while the dialog fades out.
  const shown = useRef(project)
  shown.current = project ?? shown.current

  const [confirm, isBusy] = useSingleFlight(async () => {
    if (!project) return
    try {
      await deleteProject(project.id)
      toast.success(catalogue.projects.deleted)
    } catch {
      toast.error(catalogue.projects.deletionFailed)
    }
    onClose()
  })

  return (
    <ConfirmDialog
      isOpen={project !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title="Delete project?"
      description={
        <>
          <strong>{shown.current?.name}</strong> and all its updates, files and notes are removed. This cannot be
          undone.
        </>
      }
      action="Delete"
      busyAction="Deleting..."
      isBusy={isBusy}
      onConfirm={() => void confirm()}
    />
  )
}
