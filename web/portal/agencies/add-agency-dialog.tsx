import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialog.tsx'
import { asAsked } from '../agency-details/agency-details.ts'
import { useDraft } from '../writes/use-draft.ts'
import { useWrite } from '../writes/use-write.ts'
import { emptyAgency } from './agency.ts'
import { AgencyForm, useAgencyForm } from './agency-form.tsx'
import { addAgency } from './agency-mutations.ts'

/** What was typed outlives the dialog and the page; only Cancel and success empty it. */
export function AddAgencyDialog() {
  const [isOpen, setOpen] = useState(false)
  const form = useAgencyForm(emptyAgency)
  const forgetDraft = useDraft(form, 'new-agency')
  const [add, isBusy] = useWrite(addAgency, { onSuccess: close })

  function close() {
    setOpen(false)
    form.reset(emptyAgency)
    forgetDraft()
  }

  return (
    <Dialog open={isOpen} onOpenChange={(next) => !isBusy && setOpen(next)}>
      <DialogTrigger asChild>
        <Button>
          <Plus aria-hidden />
          Add Agency
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Add Agency"
        description="Only the name is required. Its people are put into it under Role Management."
        className="sm:max-w-2xl"
      >
        <AgencyForm
          form={form}
          action="Add Agency"
          busyAction="Adding..."
          isBusy={isBusy}
          onSave={(agency) => void add(asAsked(agency, false))}
          onCancel={close}
        />
      </DialogContent>
    </Dialog>
  )
}
