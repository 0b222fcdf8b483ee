import type { Caller, Rights } from '../../../supabase/isolation/rights.ts'

/** What one kind of person may do with one thing, and what they could. */
export type Cell = {
  /** As `tables`; `subject` is one of them. */
  part: string
  subject: string
  caller: Caller | 'everybody'
  expected: readonly string[]
  found: readonly string[]
}

export const isAsExpected = ({ expected, found }: Cell): boolean =>
  expected.length === found.length && expected.every((right) => found.includes(right))

/** As `select north`, one for each row. */
export const rightsAsWords = (rights: Rights): string[] =>
  Object.entries(rights).flatMap(([verb, rows]) => rows.map((row: string) => `${verb} ${row}`))

export const letIn = (isLetIn: boolean): string[] => (isLetIn ? ['gets in'] : [])
