import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { loadChunk } from '../offline/load-chunk.ts'

// A list shows its rows before the code of a dialog.
const Loaded = lazy(() =>
  loadChunk(async () => ({ default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog })),
)

/** The dialog before an irreversible action, whose code loads when it is first opened. */
export function ConfirmDialog(props: ComponentProps<typeof Loaded>) {
  // Once it was open it stays, so that it can return the focus when it closes.
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
