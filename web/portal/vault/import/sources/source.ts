import type { FileRow } from '../../../../lib/table-file/records.ts'
import { type Column, type EntryPart, entryOfRow } from '../column-part.ts'
import type { RawEntry } from '../raw-entry.ts'

export type Table = { headings: readonly string[]; rows: readonly FileRow[] }

/** A program whose exports can be read. */
export type Source = {
  name: string
  isMeant: (table: Table) => boolean
  entries: (table: Table) => RawEntry[]
  /** A note about what is read differently from the file. */
  notice?: (table: Table) => string | undefined
}

/** A program whose columns have headings. */
export type HeadedSource = Source & {
  columns: (table: Table) => readonly Column[]
  /** All headings that the program may write, in lower case. */
  headings: readonly string[]
}

/** Returns the cell of a row by its heading, in lower case. */
export type CellOf = (heading: string) => string
/** Returns the cell below this heading and all cells after it; none without such a heading. */
type CellsFrom = (heading: string) => readonly string[]

type Shape = {
  name: string
  /** The headings that distinguish the program, in lower case; 'a|b' means either. */
  knownBy: readonly string[]
  /** The known columns; any other goes into the notes with its heading. */
  columns: Readonly<Record<string, EntryPart>>
  /** Adjusts an entry by further rules of the program; undefined if the row is no entry. */
  adjusted?: (entry: RawEntry, cell: CellOf, cellsFrom: CellsFrom) => RawEntry | undefined
}

/** Defines a program whose columns are recognised by their headings. */
export function byHeadings({ name, knownBy, columns, adjusted = (entry) => entry }: Shape): HeadedSource {
  const columnsOf = ({ headings }: Table) => headings.map((heading) => columnOf(heading, columns))
  return {
    name,
    isMeant: ({ headings }) => {
      const there = new Set(headings.map(plainHeading))
      return knownBy.every((heading) => heading.split('|').some((one) => there.has(one)))
    },
    entries: (table) => {
      const parts = columnsOf(table)
      const names = table.headings.map(plainHeading)
      return table.rows.flatMap(({ number, cells }) => {
        const cellsFrom: CellsFrom = (heading) => {
          const index = names.indexOf(heading)
          return index < 0 ? [] : cells.slice(index)
        }
        return adjusted(entryOfRow(number, cells, parts), (heading) => cellsFrom(heading)[0] ?? '', cellsFrom) ?? []
      })
    },
    columns: columnsOf,
    headings: [...knownBy.flatMap((heading) => heading.split('|')), ...Object.keys(columns)],
  }
}

export const plainHeading = (heading: string) => heading.trim().toLowerCase()

function columnOf(heading: string, columns: Shape['columns']): Column {
  const part = columns[plainHeading(heading)]
  return { part: part ?? 'notes', label: part === 'notes' ? '' : heading.trim() }
}
