import { Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useWrite, type Write } from '../writes/use-write.ts'
import type { Exporting } from './export-list.ts'

type ExportButtonProps<Shown> = {
  write: Write<Exporting<Shown>>
  /** The search, filters and sorting of the list to export. */
  shown: Shown
  count: number | undefined
}

/**
 * The delay before the export button becomes a stop button: most exports have ended by then, and the second click of a double
 * click must not stop one.
 */
const STOPPABLE_AFTER_MS = 1000

/** Saves all pages of a list with its current filters as a file. */
export function ExportButton<Shown>({ write, shown, count }: ExportButtonProps<Shown>) {
  const [save, isBusy] = useWrite(write)
  const running = useRef<AbortController>(undefined)
  const isLong = useLasting(isBusy, STOPPABLE_AFTER_MS)

  function start() {
    const exporting = new AbortController()
    running.current = exporting
    void save({ shown, signal: exporting.signal })
  }

  return (
    <div className="flex shrink-0 items-center">
      <Button
        variant="ghost"
        disabled={!count || isBusy}
        aria-busy={isBusy}
        title="Download this list, all pages, as a table (CSV)"
        className="px-3 text-ink-soft text-sm"
        onClick={start}
      >
        <Download aria-hidden />
        {isBusy ? 'Exporting...' : 'Export'}
      </Button>
      {isLong && (
        <Button variant="ghost" className="px-3 text-sm" onClick={() => running.current?.abort()}>
          <X aria-hidden />
          Stop
        </Button>
      )}
    </div>
  )
}

/** Returns whether a condition has held for this long. */
function useLasting(isSo: boolean, ms: number): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLasting(true), ms)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [isSo, ms])
  return isLasting
}
