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
        description={<span className="break-words">{shown.current?.name}</span>}
        className="sm:max-w-2xl"
      >
        {shown.current && <EditAgencyForm agency={shown.current} onBusy={setBusy} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  )
}

type EditAgencyFormProps = { agency: Agency; onBusy: (isBusy: boolean) => void; onClose: () => void }

/** `agency` is kept fresh by the list; what is being edited stays what this person saw when they began. */
function EditAgencyForm({ agency, onBusy, onClose }: EditAgencyFormProps) {
  const [seen, setSeen] = useState(agency.updated_at)
  const [isOutdated, setOutdated] = useState(false)
  const form = useAgencyForm(typedAgency(agency))
  const forgetDraft = useDraft(form, `agency/${agency.id}/${seen}`)
  const { mutateAsync: updateAgency } = useUpdateAgency(agency.id)

  const [save, isBusy] = useSingleFlight(async (changes: NewAgency, version: string) => {
    onBusy(true)
    try {
      await updateAgency({ changes, seen: version })
      toast.success(catalogue.agencies.updated)
      close()
    } catch (error) {
      if (error instanceof NewerChange) setOutdated(true)
      else toast.error(catalogue.agencies.saveFailed(error))
    }
    onBusy(false)
  })

  function close() {
    forgetDraft()
    onClose()
  }

  function takeTheirs() {
    forgetDraft()
    form.reset(typedAgency(agency))
    setSeen(agency.updated_at)
    setOutdated(false)
  }

  return (
    <AgencyForm
      form={form}
      action="Save Changes"
      busyAction="Saving..."
      isBusy={isBusy}
      onSave={(changes) => void save(changes, seen)}
      onCancel={close}
    >
      {isOutdated && (
        <NewerChangeAlert
          thing="agency"
          isBusy={isBusy}
          onTakeTheirs={takeTheirs}
          onSaveMine={() => void form.handleSubmit((changes) => save(changes, agency.updated_at))()}
        />
      )}
    </AgencyForm>
  )
}
