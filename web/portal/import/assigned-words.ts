import type { TableFile } from '../../lib/table-file/table-file.ts'
import type { Columns } from './columns.ts'
import type { Field } from './import-kind.ts'
import { hasValue } from './placeholders.ts'
import { plainWord, valueCalled, valueMeantBy } from './read-values.ts'

/** The values assigned to the file's own words, by `wordKey`; '' leaves a word out. */
export type AssignedWords = Readonly<Record<string, string>>

export const wordKey = ({ name }: Pick<Field, 'name'>, word: string) => `${name} ${plainWord(word)}`

/** The words of a column that match none of the field's options, the most frequent first, each with the value assigned to it. */
export type UnassignedWords = { field: Field; words: { key: string; word: string; count: number; value: string }[] }

export function unassignedWords(
  { rows }: Pick<TableFile, 'rows'>,
  { columns, fields, words }: { columns: Columns; fields: readonly Field[]; words: AssignedWords },
): UnassignedWords[] {
  return fields.flatMap((field) => {
    const { options } = field
    const index = columns.indexOf(field.name)
    if (!options || index < 0) return []
    const found = new Map<string, UnassignedWords['words'][number]>()
    for (const { cells } of rows) {
      const word = cells[index] ?? ''
      if (!hasValue(word, field) || valueCalled(options, word) !== undefined) continue
      const key = wordKey(field, word)
      const value = words[key] ?? valueMeantBy(options, word) ?? ''
      found.set(key, { key, word, value, count: (found.get(key)?.count ?? 0) + 1 })
    }
    return found.size > 0 ? [{ field, words: [...found.values()].toSorted((a, b) => b.count - a.count) }] : []
  })
}

/** Collects the assigned values of all words, in the form in which rows are read by them. */
export const assignedWordsOf = (others: readonly UnassignedWords[]): AssignedWords =>
  Object.fromEntries(others.flatMap(({ words }) => words.map(({ key, value }) => [key, value])))
