import type { DamagedRow } from '../../../lib/table-file/records.ts'
import { parseRecords, parseTable } from '../../../lib/table-file/table-file.ts'
import type { TextFile } from '../../../lib/table-file/text-file.ts'
import { type Candidate, candidateOf } from './candidate.ts'
import type { Column } from './column-part.ts'
import type { BrokenRow, RawEntry } from './raw-entry.ts'
import { splitByWidth } from './row-widths.ts'
import type { Table } from './sources/source.ts'
import { headedSource, isHeadingOfSource, openEndedSource } from './sources/sources.ts'
import { withoutEscapes } from './sources/without-escapes.ts'

export const MAX_ROWS = 10_000

/** The content of a file. */
export type Reading = {
  /** The program's name ('LastPass'); undefined if a person has assigned the columns. */
  source: string | undefined
  /** A note about what is read differently from the file. */
  notice?: string | undefined
  /** Entries in the order of the file; those that cannot be imported come first. */
  candidates: readonly Candidate[]
  /** Headings of columns that hold values but are not imported. */
  leftOut: readonly string[]
  /** Numbers of the rows above the headings and below the table. */
  passedOver: readonly number[]
}

type NamedText = Pick<TextFile, 'name' | 'text'>

/** Reads the file of a known program; undefined if a person has to assign the columns. */
export function readingOf(file: NamedText): Reading | undefined {
  const text = withoutEscapes(file.text)
  const { rows: records, damaged: unclosed } = parseRecords(file.name, text, isHeadingOfSource)
  const [first, ...others] = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const whole = { headings: first?.cells ?? [], rows: others }
  const openEnded = openEndedSource(whole)
  if (openEnded) {
    const candidates = sorted(openEnded.entries(whole), unclosed.map(brokenRow))
    return { source: openEnded.name, candidates, leftOut: [], passedOver: [] }
  }
  const { damaged, passedOver, ...table } = parseTable(file.name, text, {
    mostRows: MAX_ROWS,
    isKnown: isHeadingOfSource,
    meaning: (cell) => cell,
  })
  const source = headedSource(table)
  if (!source) return undefined
  const columns = source.columns(table)
  const { fit, broken } = splitByWidth(table, columns, records)
  return {
    source: source.name,
    notice: source.notice?.(table),
    candidates: sorted(source.entries(fit), [...damaged.map(brokenRow), ...broken]),
    leftOut: leftOutOf(fit, columns),
    passedOver: passedOver.map(({ number }) => number),
  }
}

/** Broken rows come first, where nobody has to search for them. */
export function sorted(entries: readonly RawEntry[], broken: readonly BrokenRow[]): Candidate[] {
  const candidates = [...broken, ...entries].map(candidateOf).toSorted((one, other) => one.row - other.row)
  return [...candidates.filter(({ entry }) => !entry), ...candidates.filter(({ entry }) => entry)]
}

export const brokenRow = ({ number, problem }: DamagedRow): BrokenRow => ({
  row: number,
  title: `Row ${number}`,
  problem,
})

/** Columns that only hold switches turned off are not listed. */
export const leftOutOf = ({ rows }: Table, columns: readonly Column[]) =>
  columns.flatMap(({ part, label }, index) =>
    part === 'nothing' && rows.some(({ cells }) => !/^\s*(?:0|false)?\s*$/i.test(cells[index] ?? '')) ? [label] : [],
  )
