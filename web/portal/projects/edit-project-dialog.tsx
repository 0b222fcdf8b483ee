import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { EditProjectForm } from './edit-project-form.tsx'
import type { ProjectWithClient } from './project.ts'

const trigger = (
  <Button variant="outline">
    <Pencil aria-hidden />
    Edit Project
  </Button>
)

export function EditProjectDialog({ project }: { project: ProjectWithClient }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <FormDialog
      isOpen={isOpen}
      trigger={trigger}
      onOpenChange={setOpen}
      title="Edit Project"
      description="Name, client and type are required."
      className="scroll-py-12 sm:max-w-2xl sm:scroll-pb-28"
    >
      <EditProjectForm project={project} onDone={() => setOpen(false)} />
    </FormDialog>
  )
}
