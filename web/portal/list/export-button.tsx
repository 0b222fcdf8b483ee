import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useWrite, type Write } from '../editing/use-write.ts'

type ExportButtonProps<Shown> = {
  write: Write<Shown>
  /** What is searched, filtered and sorted by. */
  shown: Shown
  count: number | undefined
}

/** Saves what the list shows, on all its pages. */
export function ExportButton<Shown>({ write, shown, count }: ExportButtonProps<Shown>) {
  const [save, isBusy] = useWrite(write)
  return (
    <Button
      variant="ghost"
      disabled={!count || isBusy}
      aria-busy={isBusy}
      title="Save what is shown here, on all pages, as a table (CSV)"
      className="px-3 text-ink-soft text-sm"
      onClick={() => void save(shown)}
    >
      <Download aria-hidden />
      {isBusy ? 'Exporting...' : 'Export'}
    </Button>
  )
}
