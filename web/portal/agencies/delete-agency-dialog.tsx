import { useQuery } from '@tanstack/react-query'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { useWrite } from '../writes/use-write.ts'
import type { Agency } from './agency.ts'
import { deleteAgency } from './agency-mutations.ts'
import { contentsQuery } from './agency-queries.ts'

type DeleteAgencyDialogProps = { agency: Agency | undefined; onClose: () => void }

export function DeleteAgencyDialog({ agency, onClose }: DeleteAgencyDialogProps) {
  const [remove, isBusy] = useWrite(deleteAgency, { onSettled: onClose })
  return (
    <DeleteDialog
      item={agency}
      title="Delete agency? This cannot be undone."
      describe={(shown) => <WhatGoes agency={shown} />}
      isBusy={isBusy}
      onDelete={({ id }) => void remove(id)}
      onClose={onClose}
    />
  )
}

function WhatGoes({ agency }: { agency: Agency }) {
  const { data } = useQuery(contentsQuery(agency.id))
  const count = (number: number | undefined) => (number === undefined ? '' : ` (${number})`)
  return (
    <>
      With <strong>{agency.name}</strong> go its clients{count(data?.clients)} and projects{count(data?.projects)}, with
      all their notes, updates and files, and its chat. Its people{count(data?.people)} stay, without an agency.
    </>
  )
}
