import type { Caller, Rights } from '../../../supabase/isolation/rights.ts'

/** The rights of one kind of person on one subject: expected and found. */
export type FoundRights = {
  /** A key of `parts`, of which `subject` is one item. */
  part: string
  subject: string
  caller: Caller | 'everybody'
  expected: readonly string[]
  found: readonly string[]
}

export const isAsExpected = ({ expected, found }: FoundRights): boolean =>
  expected.length === found.length && expected.every((right) => found.includes(right))

/** Spells rights as `select north`, one for each row. */
export const rightsAsWords = (rights: Rights): string[] =>
  Object.entries(rights).flatMap(([verb, rows]) => rows.map((row: string) => `${verb} ${row}`))

export const accessAsWords = (isLetIn: boolean): string[] => (isLetIn ? ['gets in'] : [])
