import { useId, useState } from 'react'
import { formatCount } from '../../lib/formats.ts'
import { FileProblem } from '../../lib/table-file/file-problem.ts'
import { readTextFile } from '../../lib/table-file/text-file.ts'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { Alert } from '../../ui/alert.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { requiredFields } from './columns.ts'
import { EarlierImports } from './earlier-imports.tsx'
import { MAX_MEGABYTES, MAX_ROWS } from './find-table.ts'
import { type ImportDraft, newDraft } from './import-draft.ts'
import type { ImportKind } from './import-kind.ts'

type FileStepProps = { kind: ImportKind; onRead: (draft: ImportDraft) => void }

export function FileStep({ kind, onRead }: FileStepProps) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const [read, isReading] = useSingleFlight(async ([file, another]: File[]) => {
    if (!file) return
    try {
      if (another) throw new FileProblem('Choose one file at a time.')
      onRead(newDraft(await readTextFile(file, MAX_MEGABYTES), kind))
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      setProblem(error.message)
    }
  })
  const required = requiredFields(kind.fields).map(({ label }) => label)
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-3">
        <FileDrop
          id={id}
          label={isReading ? 'Reading...' : 'Choose a file or drop it here'}
          hint={`CSV, up to ${formatCount(MAX_ROWS)} rows and ${MAX_MEGABYTES} MB`}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          disabled={isReading}
          onChoose={(files) => {
            setProblem(undefined)
            void read(files)
          }}
        />
        {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      </div>
      <p className="text-ink-soft text-sm">
        The first row names the columns; {required.join(' and ')} are needed, in any order and by any usual name. From a
        spreadsheet, save it as CSV first. A table that was exported here can be changed and imported again.
      </p>
      <EarlierImports kind={kind} />
    </div>
  )
}
