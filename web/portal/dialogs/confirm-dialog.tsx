import { type ComponentProps, lazy, Suspense } from 'react'
import { useWasOpen } from '../../ui/use-was-open.ts'
import { loadChunk } from '../offline/load-chunk.ts'

// A list shows its rows before the code of a dialog.
const Loaded = lazy(() =>
  loadChunk(async () => ({ default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog })),
)

/**
 * The dialog of a list before an irreversible action, whose code loads when it is first opened. A form imports the dialog
 * itself (ui/confirm-dialog.tsx): nothing may be sent before it asks, and the reload that a missing chunk needs would lose
 * what is kept in no draft.
 */
export function ConfirmDialog(props: ComponentProps<typeof Loaded>) {
  if (!useWasOpen(props.isOpen)) return null
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
