import { z } from 'zod'
import { parseExactly } from '../exact-json.ts'

const values = z.record(z.string(), z.unknown())

const change = z.object({
  /** The table's id in the catalogue. */
  table: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  at: z.string(),
  /** The primary key of the row as it is now; null where it is gone, or the table has none. */
  key: values.nullable(),
  /** The key it had, or with the replica identity 'full' the whole row. */
  old: values.nullable(),
})

/** What the trigger said about one row. */
export type Change = z.infer<typeof change>

/** Undefined for what is none: anybody with a database connection may NOTIFY. */
export function readChange(payload: string): Change | undefined {
  try {
    return change.safeParse(parseExactly(payload)).data
  } catch {
    return undefined
  }
}
