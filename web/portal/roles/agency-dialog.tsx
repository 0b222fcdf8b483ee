import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useFocusAfterDialog } from '../../ui/use-focus-after-dialog.ts'
import { LeaversListLink } from '../people/leavers-list-link.tsx'
import { nameOf } from '../people/person.tsx'
import { useWrite } from '../writes/use-write.ts'
import { AgencyChoices } from './agency-choices.tsx'
import { putIntoAgency } from './change-agency.ts'
import type { Colleague } from './colleague.ts'
import { agencyChoicesQuery } from './role-queries.ts'

/** The dialog to move a person to another agency, open while there is one. */
export function AgencyDialog({ person, onClose }: { person: Colleague | undefined; onClose: () => void }) {
  // The last person is kept so that their name stays while the dialog fades out.
  const shown = useRef(person)
  shown.current = person ?? shown.current
  const [isBusy, setBusy] = useState(false)

  return (
    <Dialog open={person !== undefined} onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        {...useFocusAfterDialog()}
        title="Change Agency"
        description={
          <>
            <strong>{shown.current && nameOf(shown.current)}</strong> works for the new one at once, and leaves the
            projects of the old one.
          </>
        }
      >
        {shown.current && <AgencyForm person={shown.current} onBusy={setBusy} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  )
}

type AgencyFormProps = { person: Colleague; onBusy: (isBusy: boolean) => void; onClose: () => void }

function AgencyForm({ person, onBusy, onClose }: AgencyFormProps) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(person.agency)
  const choices = useQuery(agencyChoicesQuery(search))
  const [save, isBusy] = useWrite(putIntoAgency, {
    onMutate: () => onBusy(true),
    onSuccess: onClose,
    onSettled: () => onBusy(false),
  })

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save({ userId: person.id, agencyId: chosen?.id ?? null })
      }}
    >
      <SearchBox
        label="Search agencies"
        placeholder="Search by name"
        value={search}
        onSearch={setSearch}
        className="sm:max-w-none"
      />
      <AgencyChoices choices={choices} current={person.agency} chosen={chosen} onChoose={setChosen} />
      {person.agency && <LeaversListLink leaving={{ person: person.id, agency: person.agency.id }} />}
      <DialogFooter className="pt-1">
        <Button variant="outline" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={isBusy || chosen?.id === person.agency?.id}>
          {isBusy ? 'Saving...' : 'Change Agency'}
        </Button>
      </DialogFooter>
    </form>
  )
}
