import type { FileRow } from '../../../../lib/table-file/records.ts'
import { type Column, entryOfRow, type Part } from '../column-part.ts'
import type { RawEntry } from '../raw-entry.ts'

export type Table = { headings: readonly string[]; rows: readonly FileRow[] }

/** A program that passwords are exported from. */
export type Source = {
  name: string
  isMeant: (table: Table) => boolean
  entries: (table: Table) => RawEntry[]
  /** What is read otherwise than it stands in the file. */
  notice?: (table: Table) => string | undefined
}

/** One whose columns have headings. */
export type HeadedSource = Source & {
  columns: (table: Table) => readonly Column[]
  /** All that it may write, in small letters. */
  headings: readonly string[]
}

/** A cell of the row by its heading, in small letters. */
export type CellOf = (heading: string) => string
/** The cell below this heading and all behind it; none where there is no such heading. */
type CellsFrom = (heading: string) => readonly string[]

type Shape = {
  name: string
  /** The headings that tell it from all others, in small letters; 'a|b' is either of both. */
  knownBy: readonly string[]
  /** What is not named here goes into the notes with its heading. */
  columns: Readonly<Record<string, Part>>
  /** What else its rows mean; nothing where a row is no entry. */
  adjusted?: (entry: RawEntry, cell: CellOf, cellsFrom: CellsFrom) => RawEntry | undefined
}

/** A source whose columns are known by their headings. */
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
