import type { Readable } from 'node:stream'
import { isVersion } from './version.ts'

/** A file that no row names, since which day of UTC, as `2026-01-31`. */
export type SetAside = { version: string; day: string }

/** Where files without a row wait, a folder for each day: their row may still come back. */
export interface Quarantine {
  /** Those that are gone already are passed over. */
  add(versions: readonly string[]): Promise<void>
  list(): AsyncIterable<SetAside>
  /** Throws `FileMissing`. */
  read(file: SetAside): Promise<{ size: number; stream: Readable }>
  /** To where its row says; passed over where it is gone already. */
  bringBack(file: SetAside): Promise<void>
  erase(files: readonly SetAside[]): Promise<void>
}

/** Beside the folders of the files. */
export const QUARANTINE = 'quarantine'

const DAY = /^\d{4}-\d\d-\d\d$/

export const placeInQuarantine = ({ version, day }: SetAside): string => `${QUARANTINE}/${day}/${version}`

export const today = (): string => new Date().toISOString().slice(0, 10)

/** Undefined for what is no file of ours. */
export function setAsideOf(day: string, version: string): SetAside | undefined {
  return DAY.test(day) && isVersion(version) ? { day, version } : undefined
}
