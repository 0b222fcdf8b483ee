import { useRef, useState } from 'react'
import { Dialog, DialogContent } from '../../ui/dialog.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { asAsked } from '../agency-details/agency-details.ts'
import { updateAgency } from '../agency-details/update-agency.ts'
import { NewerChange } from '../writes/newer-change.ts'
import { NewerChangeAlert } from '../writes/newer-change-alert.tsx'
import { useDraft } from '../writes/use-draft.ts'
import { useNewerChange } from '../writes/use-newer-change.ts'
import { useWrite } from '../writes/use-write.ts'
import { type Agency, typedAgency } from './agency.ts'
import { AgencyForm, useAgencyForm } from './agency-form.tsx'
import { agencyToasts } from './agency-toasts.ts'

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
  const { updated, saveFailed } = agencyToasts
  const [save, isBusy] = useWrite(updateAgency(agency.id, { said: updated, failed: saveFailed }), {
    onMutate: () => onBusy(true),
    onSuccess: close,
    onError(error) {
      if (error instanceof NewerChange) refuse()
    },
    onSettled: () => onBusy(false),
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
      answersWebsite={agency.answers_website}
      onSave={(changes) => void save(asAsked(changes, changes.answers_website))}
      onCancel={close}
    >
      {isOutdated && (
        <NewerChangeAlert
          thing="agency"
          isBusy={isBusy}
          onTakeTheirs={takeTheirs}
          onSaveMine={() =>
            void form.handleSubmit((mine) =>
              save(asAsked({ ...mine, seen: agency.updated_at }, mine.answers_website)),
            )()
          }
        />
      )}
    </AgencyForm>
  )
}
