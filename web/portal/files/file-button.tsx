import { Download, LoaderCircle } from 'lucide-react'
import { formatSize } from '../../lib/attachment.ts'
import { saveFile } from '../../lib/save-file.ts'
import { wholeSupabase } from '../../lib/supabase.ts'
import { unwrapFile } from '../../lib/unwrap.ts'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { fileToasts } from './file-toasts.ts'

/** A stored file with its original name. */
export type StoredFile = { bucket: string; path: string; name: string; size: number }

export function FileButton({ file }: { file: StoredFile }) {
  const [download, isBusy] = useSingleFlight(async () => {
    try {
      await downloadFile(file)
    } catch {
      toast.error(fileToasts.downloadFailed)
    }
  })

  return (
    <Button
      variant="outline"
      disabled={isBusy}
      className="h-auto max-w-full gap-2.5 px-3 text-left text-sm"
      onClick={() => void download()}
    >
      {isBusy ? <LoaderCircle aria-hidden className="motion-safe:animate-spin" /> : <Download aria-hidden />}
      <span className="min-w-0 break-words">
        <span className="sr-only">Download </span>
        {file.name}
      </span>
      <span className="shrink-0 font-normal text-ink-soft tabular-nums">{formatSize(file.size)}</span>
    </Button>
  )
}

/** Fetches a file with the person's own rights and saves it under its original name. */
async function downloadFile({ bucket, path, name }: StoredFile) {
  saveFile(unwrapFile(await (await wholeSupabase()).storage.from(bucket).download(path)), name)
}
