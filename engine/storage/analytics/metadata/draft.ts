import { icebergErrors } from '../errors.ts'
import type { Long } from '../long-json.ts'
import type { TableMetadata } from './table-metadata.ts'

/** A table while the steps of one commit change it. */
export type Draft = {
  table: TableMetadata
  /** What this commit has added last: -1 in a later step means these. */
  lastAdded: { schema?: number; spec?: number; order?: number }
  /** The snapshots that this commit has added. */
  added: Set<Long>
  /** Those that it made current, one after the other. */
  madeCurrent: Set<Long>
  /** When the table changed; the moment of the commit where no snapshot says it. */
  updatedMs: Long | undefined
  hasRemovedSnapshots: boolean
}

export const draftOf = (table: TableMetadata): Draft => ({
  table: structuredClone(table),
  lastAdded: {},
  added: new Set(),
  madeCurrent: new Set(),
  updatedMs: undefined,
  hasRemovedSnapshots: false,
})

const LAST_ADDED = -1

/** The number that a step names, or that of what was added last. */
export function numberOf(asked: number, lastAdded: number | undefined, what: string): number {
  if (asked !== LAST_ADDED) return asked
  if (lastAdded === undefined)
    throw icebergErrors.badRequest(`Cannot set last added ${what}: no ${what} has been added`)
  return lastAdded
}
