import { useState } from 'react'
import { redecode, type TextFile } from '../../../lib/table-file/text-file.ts'
import { useUnloadGuard } from '../../../lib/use-unload-guard.ts'
import { Dialog, DialogContent } from '../../../ui/dialog.tsx'
import { useFocusAfterDialog } from '../../../ui/use-focus-after-dialog.ts'
import { CodePageChoice } from '../../import/code-page-choice.tsx'
import { useWrite } from '../../writes/use-write.ts'
import type { Entry } from '../entry.ts'
import { WorkProgress } from '../passphrase-change/work-progress.tsx'
import { useVault } from '../vault-context.tsx'
import { ChooseFile } from './choose-file.tsx'
import { signsIn } from './code-page-of-words.ts'
import { importEntries } from './import-entries.ts'
import { ImportResult } from './import-result.tsx'
import type { ChosenEntries } from './preview.tsx'
import { ReadFile } from './read-file.tsx'

/** The dialog is open while it is rendered. What was read from the file is dropped with it. */
export function ImportDialog({ entries, onClose }: { entries: readonly Entry[]; onClose: () => void }) {
  const vault = useVault()
  const [file, setFile] = useState<TextFile>()
  const [work, setWork] = useState<{ done: number; count: number }>()
  const [chosen, setChosen] = useState<ChosenEntries>()
  const [imported, setImported] = useState<number>()
  const [importAll, isBusy] = useWrite(importEntries(vault), {
    onSuccess(stored) {
      setImported(stored.length)
      setFile(undefined)
    },
    onSettled: () => setWork(undefined),
  })
  useUnloadGuard(isBusy)

  function start(wanted: ChosenEntries) {
    const count = wanted.entries.length
    setChosen(wanted)
    setWork({ done: 0, count })
    void importAll({ chosen: wanted.entries, entries, onEncrypted: (done) => setWork({ done, count }) })
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        {...useFocusAfterDialog()}
        title="Import entries"
        description="From a CSV file of another password manager or a browser. It is read and encrypted in this browser, and never sent anywhere."
        className="sm:max-w-2xl"
        isClosable={!isBusy}
      >
        {imported !== undefined ? (
          <ImportResult count={imported} leftOut={chosen?.leftOut ?? []} onClose={onClose} />
        ) : (
          <>
            {work && (
              <WorkProgress label={work.done === work.count ? 'Storing everything at once' : 'Encrypting'} {...work} />
            )}
            {/* It stays while something is stored, so that what was ticked is there if that fails. */}
            <div hidden={work !== undefined}>
              {file ? (
                <FileToRead file={file} entries={entries} isBusy={isBusy} onFile={setFile} onImport={start} />
              ) : (
                <ChooseFile onRead={setFile} onCancel={onClose} />
              )}
            </div>
          </>
        )}
      </DialogContent>
    </Dialog>
  )
}

type FileToReadProps = {
  file: TextFile
  entries: readonly Entry[]
  isBusy: boolean
  onFile: (file: TextFile | undefined) => void
  onImport: (wanted: ChosenEntries) => void
}

const FileToRead = ({ file, onFile, ...props }: FileToReadProps) => (
  <div className="grid grid-cols-1 gap-4">
    {!file.isCertain && (
      <CodePageChoice
        file={file}
        letters={signsIn(file.text)}
        onChange={(codePage) => onFile(redecode(file, codePage))}
      />
    )}
    <ReadFile key={file.codePage} file={file} {...props} onBack={() => onFile(undefined)} />
  </div>
)
