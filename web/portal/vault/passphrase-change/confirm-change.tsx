import { Download } from 'lucide-react'
import { formatCount } from '../../../lib/formats.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { StickyDialogFooter } from '../../../ui/dialog.tsx'
import { entriesInWords } from '../export/entries-in-words.ts'
import { useSaveExport } from '../export/export-vault.ts'
import { EntryTitles } from './entry-titles.tsx'
import type { ChangePlan } from './plan.ts'
import { useFocus } from './use-focus.ts'

type DecideProps = { plan: ChangePlan; onCancel: () => void; onChange: () => void }

/**
 * Shows what was found before anything is encrypted, and asks. The focus starts on Cancel if something would be left
 * behind.
 */
export function ConfirmChange({ plan, onCancel, onChange }: DecideProps) {
  const { entries, leftOut } = plan
  const all = entries.length + leftOut.length
  return (
    <div className="grid gap-4">
      <p role="status">
        {leftOut.length === 0
          ? `${entriesInWords(all)} of yours, as many as the server counts, ${all === 1 ? 'opens' : 'open'} with the current passphrase.`
          : `${formatCount(entries.length)} of your ${entriesInWords(all)} open with the current passphrase.`}
      </p>
      <LeftBehind plan={plan} />
      <RecoveryFile />
      <StickyDialogFooter>
        <Button variant="outline" ref={useFocus(leftOut.length > 0)} onClick={onCancel}>
          Cancel
        </Button>
        <Button ref={useFocus(leftOut.length === 0)} onClick={onChange}>
          {leftOut.length === 0 ? 'Change passphrase' : `Change only the ${formatCount(entries.length)} that open`}
        </Button>
      </StickyDialogFooter>
    </div>
  )
}

/** Entries that will not open with the new passphrase: the person's own that stay as they are, and those of colleagues. */
export function LeftBehind({ plan: { leftOut, colleagues } }: { plan: ChangePlan }) {
  return (
    <>
      {leftOut.length > 0 && (
        <EntryTitles
          heading={`${entriesInWords(leftOut.length)} of yours ${leftOut.length === 1 ? 'stays as it is' : 'stay as they are'}`}
          items={leftOut.map(({ entry: { title }, why }) => ({ title, note: why }))}
        />
      )}
      {colleagues.map(({ id, name, titles }) => (
        <EntryTitles
          key={id}
          heading={whoseToChange(id, name, titles.length)}
          items={titles.map((title) => ({ title }))}
        />
      ))}
    </>
  )
}

function whoseToChange(id: string | null, name: string, count: number) {
  const [these, them] = count === 1 ? ['this', 'it'] : ['these', 'them']
  return id === null
    ? `Left by a former colleague, so nobody can change ${these}. Add ${them} again, and have an admin delete the old ones.`
    : `Shared by ${name}, who has to change ${these}. Until then, the current passphrase opens ${them}.`
}

function RecoveryFile() {
  const { save, isBusy, hasSaved } = useSaveExport()
  return (
    <Alert tone="info">
      <p>
        A recovery file keeps your entries as they are now, encrypted with the current passphrase. If anything should go
        wrong, they open in the reader that comes with an export.
      </p>
      <Button variant="outline" className="mt-2 text-ink" disabled={isBusy} onClick={() => void save('recovery')}>
        <Download aria-hidden />
        {hasSaved ? 'Save it again' : 'Save recovery file'}
      </Button>
    </Alert>
  )
}
