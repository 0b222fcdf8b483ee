import { z } from 'zod'
import { parseExactly } from '../parse-exact-numbers.ts'

const values = z.record(z.string(), z.unknown())

const change = z.object({
  /** The table's oid. */
  table: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  at: z.string(),
  /** The primary key of the current row; null where the row is deleted or the table has none. */
  key: values.nullable(),
  /** The old primary key, or with the replica identity 'full' the whole old row. */
  old: values.nullable(),
})

/** The trigger's description of one changed row. */
export type Change = z.infer<typeof change>

/** Parses a notification; undefined for an invalid one, since anyone with a database connection may NOTIFY. */
export function readChange(payload: string): Change | undefined {
  try {
    return change.safeParse(parseExactly(payload)).data
  } catch {
    return undefined
  }
}
