import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialog.tsx'
import { EditProjectForm } from './edit-project-form.tsx'
import type { ProjectWithClient } from './project.ts'

export function EditProjectDialog({ project }: { project: ProjectWithClient }) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={(next) => !isBusy && setOpen(next)}>
      <DialogTrigger asChild>
        <Button variant="outline">
          <Pencil aria-hidden />
          Edit Project
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Edit Project"
        description="Name, client and type are required."
        className="scroll-py-12 sm:max-w-2xl sm:scroll-pb-28"
      >
        <EditProjectForm project={project} onBusy={setBusy} onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}
