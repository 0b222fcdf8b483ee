import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { HIDES, NotesText } from './entry-secrets.tsx'
import { useShowNotes } from './open-entry.ts'
import { useHideAgain } from './use-shown.ts'
import { vaultToasts } from './vault-toasts.ts'

/** The stored notes of an entry, beside the field that replaces them. They are decrypted on request. */
export function StoredNotes({ entryId }: { entryId: string }) {
  const showNotes = useShowNotes()
  const [notes, setNotes] = useState<string>()
  useHideAgain(notes, () => setNotes(undefined))
  const [show, isBusy] = useSingleFlight(() =>
    showNotes(entryId).then(setNotes, (error) => toast.error(vaultToasts.openingFailed(error))),
  )
  const isShown = notes !== undefined
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="outline"
        className="px-3 text-sm"
        disabled={isBusy}
        onClick={() => (isShown ? setNotes(undefined) : void show())}
      >
        {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        {isShown ? 'Hide what is stored' : 'Show what is stored'}
      </Button>
      <div role="status" className="w-full">
        {isShown && (
          <div className="grid gap-2 rounded-control border border-line bg-paper p-3">
            <NotesText>{notes}</NotesText>
            <p className="text-ink-soft text-sm">{HIDES}</p>
          </div>
        )}
      </div>
    </div>
  )
}
