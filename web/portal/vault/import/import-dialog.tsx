import { useState } from 'react'
import { useUnloadGuard } from '../../../lib/use-unload-guard.ts'
import { Dialog, DialogContent } from '../../../ui/dialog.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import { useWrite } from '../../editing/use-write.ts'
import type { Entry } from '../entry.ts'
import type { EntryInput } from '../entry-form.ts'
import { WorkProgress } from '../passphrase-change/work-progress.tsx'
import { useVault } from '../vault-context.tsx'
import type { Candidate } from './candidate.ts'
import { ChooseFile } from './choose-file.tsx'
import { importEntries } from './import-entries.ts'
import { Imported } from './imported.tsx'
import { Preview } from './preview.tsx'
import type { Source } from './read-csv.ts'

/** Open while it is drawn. What was read from the file is forgotten with it. */
export function ImportDialog({ entries, onClose }: { entries: readonly Entry[]; onClose: () => void }) {
  const vault = useVault()
  const [read, setRead] = useState<{ source: Source; candidates: readonly Candidate[] }>()
  const [work, setWork] = useState<{ done: number; count: number }>()
  const [imported, setImported] = useState<number>()
  const [importAll, isBusy] = useWrite(importEntries(vault), {
    onSuccess(stored) {
      setImported(stored.length)
      setRead(undefined)
    },
    onSettled: () => setWork(undefined),
  })
  useUnloadGuard(isBusy)

  function start(chosen: readonly EntryInput[]) {
    const count = chosen.length
    setWork({ done: 0, count })
    void importAll({ chosen, entries, onEncrypted: (done) => setWork({ done, count }) })
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        {...useReturnFocus()}
        title="Import entries"
        description="From a CSV file of Bitwarden, 1Password or Chrome. It is read and encrypted in this browser, and never sent anywhere."
        className="sm:max-w-2xl"
        isClosable={!isBusy}
      >
        {imported !== undefined ? (
          <Imported count={imported} onClose={onClose} />
        ) : work ? (
          <WorkProgress label={work.done === work.count ? 'Storing everything at once' : 'Encrypting'} {...work} />
        ) : read ? (
          <Preview {...read} entries={entries} onBack={() => setRead(undefined)} onImport={start} />
        ) : (
          <ChooseFile onRead={setRead} onCancel={onClose} />
        )}
      </DialogContent>
    </Dialog>
  )
}
