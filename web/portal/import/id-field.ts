import { isUuid } from '../../lib/is-uuid.ts'
import type { Field } from './import-kind.ts'

/** The id column of a table that was exported here. It identifies the row, whatever else was changed in it. */
export const idField: Field = {
  name: 'id',
  label: 'Id of an export',
  alsoCalled: [],
  looksLike: isUuid,
  isKnownByContent: true,
  read: (cell) =>
    isUuid(cell) ? { value: cell.toLowerCase() } : { problem: 'This is no id of an export. Leave it empty.' },
}
