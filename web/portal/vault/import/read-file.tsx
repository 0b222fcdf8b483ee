import { useMemo, useState } from 'react'
import type { TextFile } from '../../../lib/table-file/text-file.ts'
import type { Columns } from '../../import/columns.ts'
import type { Entry } from '../entry.ts'
import { type ChosenEntries, Preview } from './preview.tsx'
import { readingOf } from './reading.ts'
import { UnknownColumns } from './unknown-columns.tsx'
import {
  guessUnknownColumns,
  readingOfUnknown,
  readUnknownTable,
  seemsToHaveHeadings,
  withDisplaced,
} from './unknown-table.ts'

type ReadFileProps = {
  file: TextFile
  entries: readonly Entry[]
  isBusy: boolean
  onBack: () => void
  onImport: (chosen: ChosenEntries) => void
}

/**
 * The content of the file: shown at once for a known program, and after its columns were assigned for others. A table that
 * only looks like a program's can be assigned by a person too.
 */
export function ReadFile({ file, ...props }: ReadFileProps) {
  const reading = useMemo(() => readingOf(file), [file])
  const [isBySight, setBySight] = useState(reading === undefined)
  if (!reading || isBySight) return <ReadBySight file={file} {...props} />
  return <Preview reading={reading} onChooseColumns={() => setBySight(true)} {...props} />
}

function ReadBySight({ file, onBack, ...props }: ReadFileProps) {
  const [hasHeadings, setHeadings] = useState(() => seemsToHaveHeadings(readUnknownTable(file, true)))
  const table = useMemo(() => readUnknownTable(file, hasHeadings), [file, hasHeadings])
  const [chosen, setColumns] = useState<Columns>()
  const [isDone, setDone] = useState(false)
  const columns = chosen ?? guessUnknownColumns(table)
  const reading = useMemo(() => readingOfUnknown(table, columns), [table, columns])
  if (isDone) {
    return <Preview reading={reading} onBack={() => setDone(false)} {...props} />
  }
  return (
    <UnknownColumns
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
