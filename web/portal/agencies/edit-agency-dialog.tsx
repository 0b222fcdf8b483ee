import { useRef, useState } from 'react'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { Dialog, DialogContent } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { useUpdateAgency } from '../agency-details/update-agency.ts'
import { catalogue } from '../catalogue.ts'
import { NewerChange } from '../editing/newer-change.ts'
import { NewerChangeAlert } from '../editing/newer-change-alert.tsx'
import { useDraft } from '../editing/use-draft.ts'
import { useNewerChange } from '../editing/use-newer-change.ts'
import { type Agency, type NewAgency, typedAgency } from './agency.ts'
import { AgencyForm, useAgencyForm } from './agency-form.tsx'

/** Open while there is an agency to edit. */
export function EditAgencyDialog({ agency, onClose }: { agency: Agency | undefined; onClose: () => void }) {
  // It still stands there while the dialog fades out.
  const shown = useRef(agency)
  shown.current = agency ?? shown.current
  const [isBusy, setBusy] = useState(false)

  return (
    <Dialog open={agency !== undefined} onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        {...useReturnFocus()}
        title="Edit Agency"
        description={shown.current?.name}
        className="sm:max-w-2xl"
      >
        {shown.current && <EditAgencyForm agency={shown.current} onBusy={setBusy} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  )
}

type EditAgencyFormProps = { agency: Agency; onBusy: (isBusy: boolean) => void; onClose: () => void }

function EditAgencyForm({ agency, onBusy, onClose }: EditAgencyFormProps) {
  const form = useAgencyForm(typedAgency(agency))
  const forgetDraft = useDraft(form, `agency/${agency.id}`)
  const { mutateAsync: updateAgency } = useUpdateAgency(agency.id)

  const [save, isBusy] = useSingleFlight(async (changes: NewAgency) => {
    onBusy(true)
    try {
      await updateAgency(changes)
      toast.success(catalogue.agencies.updated)
      close()
    } catch (error) {
      if (error instanceof NewerChange) refuse()
      else toast.error(catalogue.agencies.saveFailed(error))
    }
    onBusy(false)
  })

  const { isOutdated, refuse, takeTheirs } = useNewerChange(form, {
    seen: form.watch('seen'),
    current: agency.updated_at,
    theirs: typedAgency(agency),
    isBusy,
  })

  function close() {
    forgetDraft()
    onClose()
  }

  return (
    <AgencyForm
      form={form}
      action="Save Changes"
      busyAction="Saving..."
      isBusy={isBusy}
      onSave={(changes) => void save(changes)}
      onCancel={close}
    >
      {isOutdated && (
        <NewerChangeAlert
          thing="agency"
          isBusy={isBusy}
          onTakeTheirs={takeTheirs}
          onSaveMine={() => void form.handleSubmit((mine) => save({ ...mine, seen: agency.updated_at }))()}
        />
      )}
    </AgencyForm>
  )
}
