import type { Readable } from 'node:stream'

/** Names of archives. macOS keeps hidden files of the same name, with `._` before it, on other systems' disks. */
export const ARCHIVES = /^[^.].*\.tar\.zst(\.age)?$/

/** What a backup has not touched for so long was left behind by a process that was killed. */
export const LEFTOVER_AGE_MS = 12 * 60 * 60_000

export type StoredArchive = { name: string; bytes: number }

/** A place where archives are kept, by name. */
export type BackupPlace = {
  /** The address for messages, without secrets. */
  address: string
  /** Whether people who are not trusted may read the place, so that archives should be encrypted. */
  isElsewhere: boolean
  /** Writes the whole archive or nothing. Returns its size in bytes. */
  write(name: string, archive: Readable): Promise<number>
  read(name: string): Promise<Readable>
  /** Lists the files whose names match: `ARCHIVES`, or others that are kept beside them. */
  list(names: RegExp): Promise<StoredArchive[]>
  remove(name: string): Promise<void>
}
