import { useMemo, useState } from 'react'
import type { TextFile } from '../../../lib/table-file/text-file.ts'
import type { Columns } from '../../import/columns.ts'
import type { Entry } from '../entry.ts'
import { guessedBySight, readingBySight, seemsToHaveHeadings, tableBySight, withDisplaced } from './by-sight.ts'
import { ColumnsBySight } from './columns-by-sight.tsx'
import { type Chosen, Preview } from './preview.tsx'
import { readingOf } from './reading.ts'

type ReadFileProps = {
  file: TextFile
  entries: readonly Entry[]
  isBusy: boolean
  onBack: () => void
  onImport: (chosen: Chosen) => void
}

/** The content of the file: shown at once for a known program, and after its columns were assigned for others. */
export function ReadFile({ file, ...props }: ReadFileProps) {
  const reading = useMemo(() => readingOf(file), [file])
  return reading ? <Preview reading={reading} {...props} /> : <ReadBySight file={file} {...props} />
}

function ReadBySight({ file, onBack, ...props }: ReadFileProps) {
  const [hasHeadings, setHeadings] = useState(() => seemsToHaveHeadings(tableBySight(file, true)))
  const table = useMemo(() => tableBySight(file, hasHeadings), [file, hasHeadings])
  const [chosen, setColumns] = useState<Columns>()
  const [isDone, setDone] = useState(false)
  const columns = chosen ?? guessedBySight(table)
  const reading = useMemo(() => readingBySight(table, columns), [table, columns])
  if (isDone) {
    return <Preview reading={reading} onBack={() => setDone(false)} {...props} />
  }
  return (
    <ColumnsBySight
      table={table}
      columns={columns}
      hasHeadings={hasHeadings}
      onColumns={(changed) => setColumns(withDisplaced(columns, changed))}
      onHeadings={(has) => {
        setHeadings(has)
        setColumns(undefined)
      }}
      onBack={onBack}
      onDone={() => setDone(true)}
    />
  )
}
