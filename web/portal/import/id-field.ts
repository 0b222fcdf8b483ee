import { isUuid } from '../../lib/is-uuid.ts'
import type { Field } from './import-kind.ts'

/** Of a table that was exported here: it says which row is meant, whatever was changed of it. */
export const idField: Field = {
  name: 'id',
  label: 'Id of an export',
  alsoCalled: [],
  looksLike: isUuid,
  isKnownByContent: true,
  read: (cell) =>
    isUuid(cell) ? { value: cell.toLowerCase() } : { problem: 'This is no id of an export. Leave it empty.' },
}
