import { type ChangeEvent, useState } from 'react'
import { FileProblem } from '../../../lib/table-file/file-problem.ts'
import { readTextFile, type TextFile } from '../../../lib/table-file/text-file.ts'
import { useSingleFlight } from '../../../lib/use-single-flight.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogFooter } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { useUnlocking } from '../vault-context.tsx'
import { inCodePageOfWords } from './code-page-of-words.ts'
import { otherFile } from './other-file.ts'
import { readingOf } from './reading.ts'
import { readUnknownTable } from './unknown-table.ts'

const MAX_MEGABYTES = 10

type ChooseFileProps = { onRead: (file: TextFile) => void; onCancel: () => void }

export function ChooseFile({ onRead, onCancel }: ChooseFileProps) {
  const isLocked = useUnlocking() === 0
  const [problem, setProblem] = useState<string>()
  const [read, isBusy] = useSingleFlight(async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    setProblem(undefined)
    try {
      onRead(await readable(file))
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      setProblem(error.message)
      // The input is emptied, so that the same file can be chosen again after it was changed.
      target.value = ''
    }
  })
  return (
    <div className="grid gap-4">
      {isLocked && (
        <Alert tone="info">
          The vault is locked. Close this and unlock it first: each entry is encrypted with your passphrase.
        </Alert>
      )}
      <Field
        label="CSV file"
        error={problem}
        hint={`At most ${MAX_MEGABYTES} MB. You’ll see what is in it before anything is stored.`}
      >
        {(control) => (
          <Input
            {...control}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            disabled={isLocked || isBusy}
            onChange={(event) => void read(event)}
            className="h-auto py-2"
          />
        )}
      </Field>
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </DialogFooter>
    </div>
  )
}

/** Reads the whole file once, so that an unreadable file is refused here. */
async function readable(file: File): Promise<TextFile> {
  const other = otherFile(file.name, new Uint8Array(await file.slice(0, 2048).arrayBuffer()))
  if (other !== undefined) throw new FileProblem(other)
  const read = await inCodePageOfWords(await readTextFile(file, MAX_MEGABYTES))
  const reading = readingOf(read)
  if (reading?.candidates.length === 0) throw new FileProblem(`There are no entries in “${file.name}”.`)
  if (!reading && readUnknownTable(read, true).headings.length < 2) {
    throw new FileProblem(`“${file.name}” is not a table of entries. Choose CSV as the format when you export.`)
  }
  return read
}
