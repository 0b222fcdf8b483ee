import { useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ChosenFile } from '../files/choose-files.ts'
import { planMonthsQuery } from '../plan/plan-queries.ts'
import { clientPreviewQuery } from './client-preview-query.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { previewData, updatePreview } from './preview-page.ts'
import type { DraftedUpdate } from './update.ts'

type ClientPreviewProps = { clientId: string; typed: () => DraftedUpdate; files: readonly ChosenFile[] }

/** Shows, before an update is created, what the client will see, as wide as a phone. */
export function ClientPreviewDialog(props: ClientPreviewProps) {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="outline" className="w-full sm:w-auto">
          <Smartphone aria-hidden />
          Preview
        </Button>
      </DialogTrigger>
      <DialogContent title="Preview" description="What the client will see, on a phone." className="sm:max-w-[27.5rem]">
        <ClientPreview {...props} />
      </DialogContent>
    </Dialog>
  )
}

function ClientPreview({ clientId, typed, files }: ClientPreviewProps) {
  const { data: client, isError, refetch } = useQuery(clientPreviewQuery(clientId))
  const { data: months } = useQuery(planMonthsQuery(clientId))
  const pictures = useAddresses(files)
  if (client === undefined && isError) {
    return <ErrorState title="The preview could not be made." onRetry={() => void refetch()} />
  }
  if (client === undefined) return <Skeleton className="h-[70dvh]" />
  return <PreviewFrame document={updatePreview(previewData(client, months?.[0], typed(), files), pictures)} />
}

/** Creates object URLs for the chosen files while they are shown. */
function useAddresses(files: readonly ChosenFile[]): readonly string[] {
  const [addresses, setAddresses] = useState<readonly string[]>([])
  useEffect(() => {
    const made = files.map(({ file }) => URL.createObjectURL(file))
    setAddresses(made)
    return () => {
      for (const address of made) URL.revokeObjectURL(address)
    }
  }, [files])
  return addresses
}
