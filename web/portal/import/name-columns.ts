import type { TableFile } from '../../lib/table-file/table-file.ts'
import type { ColumnField } from './columns.ts'
import { headingScore, plain } from './headings.ts'
import type { NamePart } from './import-kind.ts'

/** The score from which the person is not asked to confirm a guess. */
export const SURE = 65

/** A column with a possible field, and a score of how well the two fit. */
export type Candidate = { index: number; field: ColumnField; part?: NamePart; score: number }

/**
 * Decides what a column "Name" means beside columns of a first and a last name, or of a contact person: the same name is not
 * imported twice, and where they differ, one is the person and the other the company.
 */
export function settledNames(
  table: Pick<TableFile, 'rows'>,
  taken: readonly Candidate[],
  fields: readonly ColumnField[],
): Candidate[] {
  const nameOf = (part: Candidate['part']) => taken.find((one) => one.field.parts && one.part === part)
  const [full, person, given, middle, family] = [
    nameOf(undefined),
    nameOf('person'),
    nameOf('given'),
    nameOf('middle'),
    nameOf('family'),
  ]
  const others = taken.filter(({ field }) => !field.parts)
  const company = fields.find(({ isCompany }) => isCompany)
  const hasCompany = others.some(({ field, score }) => field.isCompany && score >= SURE)
  const withCompany = (one: Candidate): Candidate[] => {
    if (!company || hasCompany) return others
    return [...others.filter(({ field }) => !field.isCompany), { index: one.index, field: company, score: 50 }]
  }
  const split = [given, middle, family].filter((one) => one !== undefined)

  // A column "Name" beside "Vorname" or "Prénom" means the family name in Germany and France.
  if (full && given && !family && !isRepeated(table, full, [given])) return [...others, given, full]
  const [whole] = [full, person].filter((one) => one !== undefined).toSorted((one, other) => other.score - one.score)
  if (whole && split.length > 0) {
    if (isRepeated(table, whole, split)) return [...others, whole]
    return [...withCompany(whole), ...split]
  }
  if (full && person) {
    return hasCompany || isRepeated(table, full, [person])
      ? [...others, full]
      : [...withCompany(full), { ...person, score: 50 }]
  }
  if (split.length > 0) return [...others, ...split]
  return [...others, whole].filter((one) => one !== undefined)
}

/** Whether most rows of a column repeat what the other columns hold together, in any order: "Oduya, Mara". */
function isRepeated({ rows }: Pick<TableFile, 'rows'>, full: Candidate, parts: readonly Candidate[]): boolean {
  const filled = rows.slice(0, 200).filter(({ cells }) => cells[full.index])
  const alike = filled.filter(({ cells }) => {
    const words = parts.flatMap(({ index }) => plain(cells[index] ?? '').split(' ')).filter(Boolean)
    const all = plain(cells[full.index] ?? '').split(' ')
    return words.length > 0 && words.every((word) => all.includes(word))
  })
  return alike.length > 0 && alike.length >= rows.slice(0, 200).length / 2
}

/** The columns assigned to a field. Those of a name are in reading order: first name, middle name, family name. */
export function columnsOf(field: ColumnField, columns: readonly string[], headings: readonly string[]): number[] {
  const own = [...columns.keys()].filter((index) => columns[index] === field.name)
  const { given = [], family = [] } = field.parts ?? {}
  const isCalled = (index: number, alsoCalled: readonly string[]) =>
    headingScore(headings[index] ?? '', { label: '', alsoCalled }) >= 80
  const rank = (index: number) => (isCalled(index, given) ? 0 : isCalled(index, family) ? 2 : 1)
  return own.length < 2 ? own : own.toSorted((one, other) => rank(one) - rank(other) || one - other)
}
