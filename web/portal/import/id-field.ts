import { isUuid } from '../../lib/is-uuid.ts'
import type { Field } from './import-kind.ts'

/**
 * The id column of a table that was exported from the portal. The id identifies the row, even if all else was changed.
 */
export const idField: Field = {
  name: 'id',
  label: 'ID from an export',
  alsoCalled: [],
  looksLike: isUuid,
  isKnownByContent: true,
  read: (cell) =>
    isUuid(cell) ? { value: cell.toLowerCase() } : { problem: 'This is not an ID from an export. Leave it empty.' },
}
