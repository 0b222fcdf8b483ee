import type { Caller, Rights } from '../../../supabase/isolation/rights.ts'

/** The rights of one kind of person on one subject: expected and found. */
export type Cell = {
  /** A key of `parts`, of which `subject` is one item. */
  part: string
  subject: string
  caller: Caller | 'everybody'
  expected: readonly string[]
  found: readonly string[]
}

export const isAsExpected = ({ expected, found }: Cell): boolean =>
  expected.length === found.length && expected.every((right) => found.includes(right))

/** Spells rights as `select north`, one for each row. */
export const rightsAsWords = (rights: Rights): string[] =>
  Object.entries(rights).flatMap(([verb, rows]) => rows.map((row: string) => `${verb} ${row}`))

export const letIn = (isLetIn: boolean): string[] => (isLetIn ? ['gets in'] : [])
