import { LoaderCircle } from 'lucide-react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogFooter, StickyDialogFooter } from '../../../ui/dialog.tsx'
import { entriesInWords } from '../export/entries-in-words.ts'
import { LeftBehind } from './confirm-change.tsx'
import { EntryTitles } from './entry-titles.tsx'
import type { ChangePlan } from './plan.ts'
import { OutcomeUnknown, type StoreOutcome } from './store-change.ts'
import { useFocus } from './use-focus.ts'
import { WorkProgress } from './work-progress.tsx'

type WorkProps = { done: number; count: number; onCancel: () => void }

export function Opening({ done, count, opening, onCancel }: WorkProps & { opening: number }) {
  return (
    <div className="grid gap-5">
      <WorkProgress label="Opening every entry" done={done} count={count}>
        {`${opening.toLocaleString('en-US')} ${opening === 1 ? 'opens' : 'open'} with the current passphrase so far.`}
      </WorkProgress>
      <CancelWork onCancel={onCancel} />
    </div>
  )
}

export function Encrypting({ done, count, onCancel }: WorkProps) {
  return (
    <div className="grid gap-5">
      <WorkProgress label="Encrypting and checking" done={done} count={count}>
        Nothing is stored yet.
      </WorkProgress>
      <CancelWork onCancel={onCancel} />
    </div>
  )
}

function CancelWork({ onCancel }: { onCancel: () => void }) {
  return (
    <DialogFooter>
      <Button ref={useFocus()} variant="outline" onClick={onCancel}>
        Cancel
      </Button>
    </DialogFooter>
  )
}

export const Storing = () => (
  <p role="status" className="flex items-center gap-2 py-4 text-ink-soft">
    <LoaderCircle aria-hidden className="size-5 motion-safe:animate-spin" />
    Storing everything at once...
  </p>
)

export function Unknown({ onAsk }: { onAsk: () => void }) {
  return (
    <div className="grid gap-4">
      <Alert tone="danger">
        <p>{new OutcomeUnknown().message}</p>
        <p className="mt-1">Keep both passphrases until this page says which.</p>
      </Alert>
      <DialogFooter>
        <Button ref={useFocus()} onClick={onAsk}>
          Ask again
        </Button>
      </DialogFooter>
    </div>
  )
}

type ChangedProps = { plan: ChangePlan; outcome: StoreOutcome; onClose: () => void }

export function Changed({ plan, outcome: { strays }, onClose }: ChangedProps) {
  const { length } = plan.entries
  return (
    <div className="grid gap-4">
      <p role="status">
        {entriesInWords(length)} {length === 1 ? 'opens' : 'open'} with the new passphrase from now on. Other windows of
        this browser are locked.
      </p>
      {strays.length > 0 && (
        <EntryTitles
          heading="Added or changed meanwhile. These may still open with the old passphrase"
          items={strays.map((title) => ({ title }))}
        />
      )}
      <LeftBehind plan={plan} />
      <p className="text-ink-soft text-sm">
        Whoever knows the passphrase before and has an older backup, export or recovery file still opens that. If
        somebody knows it who should not, change the passwords as well.
      </p>
      <StickyDialogFooter>
        <Button ref={useFocus()} onClick={onClose}>
          Done
        </Button>
      </StickyDialogFooter>
    </div>
  )
}
