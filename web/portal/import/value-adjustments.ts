import { formatCount } from '../../lib/formats.ts'
import type { TableFile } from '../../lib/table-file/table-file.ts'
import type { Columns } from './columns.ts'
import type { Field } from './import-kind.ts'
import { firstValue } from './looks-like.ts'
import { hasValue } from './placeholders.ts'

/**
 * Lists once for the whole file which cells were not taken literally: "TBD", second values in a cell, and companies in place of
 * names.
 */
export function valueAdjustments(
  { rows }: Pick<TableFile, 'rows'>,
  { columns, fields }: { columns: Columns; fields: readonly Field[] },
): string[] {
  const found = new Map<string, number>()
  let several = 0
  for (const { cells } of rows) {
    for (const [index, name] of columns.entries()) {
      const field = fields.find((one) => one.name === name)
      const cell = cells[index] ?? ''
      if (!field || cell === '') continue
      if (!hasValue(cell, field)) found.set(cell, (found.get(cell) ?? 0) + 1)
      if (firstValue(cell) !== cell) several += 1
    }
  }
  const count = [...found.values()].reduce((sum, one) => sum + one, 0)
  const words = [...found.keys()].slice(0, 4).map((word) => `“${word}”`)
  return [
    ...(count > 0 ? [`Treated as “not known”: ${words.join(', ')}, in ${cellCount(count)}.`] : []),
    ...replacedValues(rows, { columns, fields }),
    ...(several > 0 ? [`Several values (a ::: b) in ${cellCount(several)}: the first one is used.`] : []),
  ]
}

/** Rows without a name, which get the value of another field as their name. */
const replacedValues = (rows: TableFile['rows'], { columns, fields }: { columns: Columns; fields: readonly Field[] }) =>
  fields.flatMap((field) => {
    const other = fields.find(({ name }) => name === field.elseAs)
    const says = (cells: readonly string[], one: Field) =>
      columns.some((name, index) => name === one.name && hasValue(cells[index] ?? '', one))
    if (!other || !columns.includes(field.name)) return []
    const count = rows.filter(({ cells }) => !says(cells, field) && says(cells, other)).length
    if (count === 0) return []
    return [`${field.label} is missing in ${rowCount(count)}: the ${other.label} is used instead.`]
  })

const rowCount = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`
const cellCount = (count: number) => `${formatCount(count)} ${count === 1 ? 'cell' : 'cells'}`
