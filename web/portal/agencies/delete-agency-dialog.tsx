import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { catalogue } from '../catalogue.ts'
import type { Agency } from './agency.ts'
import { useDeleteAgency } from './agency-mutations.ts'
import { contentsQuery } from './agency-queries.ts'

/** Open while there is an agency to delete. */
export function DeleteAgencyDialog({ agency, onClose }: { agency: Agency | undefined; onClose: () => void }) {
  const { mutateAsync: deleteAgency } = useDeleteAgency()
  // Its name still stands there while the dialog fades out.
  const shown = useRef(agency)
  shown.current = agency ?? shown.current

  const [confirm, isBusy] = useSingleFlight(async () => {
    if (!agency) return
    try {
      await deleteAgency(agency.id)
      toast.success(catalogue.agencies.deleted)
    } catch (error) {
      toast.error(catalogue.agencies.deletionFailed(error))
    }
    onClose()
  })

  return (
    <ConfirmDialog
      isOpen={agency !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title="Delete agency? This cannot be undone."
      description={shown.current && <WhatGoes agency={shown.current} />}
      action="Delete"
      busyAction="Deleting..."
      isBusy={isBusy}
      onConfirm={() => void confirm()}
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
