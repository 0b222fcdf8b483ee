import type { Readable } from 'node:stream'
import { isVersion } from './file-version.ts'

/** A file in the quarantine, and the UTC day since when it is there, as `2026-01-31`. */
export type QuarantinedFile = { version: string; day: string }

/** Files without a row, in a folder for each day, because their row may still be restored. */
export interface Quarantine {
  /** Moves files to the quarantine; those that do not exist are ignored. */
  add(versions: readonly string[]): Promise<void>
  list(): AsyncIterable<QuarantinedFile>
  /** Reads a file. Throws `FileMissing`. */
  read(file: QuarantinedFile): Promise<{ size: number; stream: Readable }>
  /** Moves a file back to its place; ignored where it is no longer in the quarantine. */
  bringBack(file: QuarantinedFile): Promise<void>
  erase(files: readonly QuarantinedFile[]): Promise<void>
}

/** The folder of the quarantine, beside the folders of the files. */
export const QUARANTINE = 'quarantine'

const DAY = /^\d{4}-\d\d-\d\d$/

export const placeInQuarantine = ({ version, day }: QuarantinedFile): string => `${QUARANTINE}/${day}/${version}`

export const today = (): string => new Date().toISOString().slice(0, 10)

/** The entry of the quarantine with this name; undefined for any other file. */
export function parseQuarantined(day: string, version: string): QuarantinedFile | undefined {
  return DAY.test(day) && isVersion(version) ? { day, version } : undefined
}
