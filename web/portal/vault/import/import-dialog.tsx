import { useRef, useState } from 'react'
import { redecode, type TextFile } from '../../../lib/table-file/text-file.ts'
import { useUnloadGuard } from '../../../lib/use-unload-guard.ts'
import { Dialog, DialogContent } from '../../../ui/dialog.tsx'
import { useFocusAfterDialog } from '../../../ui/use-focus-after-dialog.ts'
import { CodePageChoice } from '../../import/code-page-choice.tsx'
import { useMe } from '../../me/me.ts'
import { useWrite } from '../../writes/use-write.ts'
import { type Entry, isMine } from '../entry.ts'
import { findings, fitOf } from '../findings.ts'
import { WorkProgress } from '../passphrase-change/work-progress.tsx'
import { secondPassphrase } from '../second-passphrase.ts'
import { useSecondPassphrase } from '../use-second-passphrase.tsx'
import type { Vault } from '../vault.ts'
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
  const { askFirst, isAsking, question } = useQuestionOfPassphrase(vault, entries, start)

  async function start(wanted: ChosenEntries) {
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
                <FileToRead
                  file={file}
                  entries={entries}
                  isBusy={isBusy || isAsking}
                  onFile={setFile}
                  onImport={(wanted) => void askFirst(wanted)}
                />
              ) : (
                <ChooseFile onRead={setFile} onCancel={onClose} />
              )}
            </div>
          </>
        )}
        {question}
      </DialogContent>
    </Dialog>
  )
}

/**
 * Asks before a person without entries of their own imports: nothing proves that they typed their passphrase correctly, and
 * the file may be deleted afterwards. Own entries are proof or a reason to refuse (import-entries.ts).
 * `start` does not wait for the import, so that the question does not hide its progress.
 */
function useQuestionOfPassphrase(
  vault: Vault,
  entries: readonly Entry[],
  start: (wanted: ChosenEntries) => Promise<unknown>,
) {
  const { id: myId } = useMe()
  const latest = useRef(entries)
  latest.current = entries
  async function unproven() {
    if (latest.current.some((entry) => isMine(entry, myId))) return undefined
    const reason = await secondPassphrase(vault, () => latest.current)
    const isFirst = fitOf(findings(latest.current, vault.state().verdicts)) === 'first'
    return (
      reason ?? (isFirst ? 'There is no entry yet that shows whether this passphrase is the right one.' : undefined)
    )
  }
  return useSecondPassphrase(unproven, start, {
    title: 'Use this passphrase?',
    opens: 'What you import',
    action: 'Import Anyway',
    busyAction: 'Importing...',
  })
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
