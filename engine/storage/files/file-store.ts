import type { Readable } from 'node:stream'
import { isVersion } from './file-version.ts'
import type { Quarantine } from './quarantine.ts'

/** A range of bytes, both ends included. */
export type ByteRange = { start: number; end: number }

/** A stored file; its name is the `version` of its row. */
export type StoredFile = { version: string; storedAt: Date }

/**
 * Stores the bytes of files, each under a version that is never reused: a file is complete or absent, and never
 * changes. The rows of storage.objects decide which files are in use.
 */
export interface FileStore {
  /** Takes over the finished file at `path`. Once this resolves, the file survives a crash. */
  put(version: string, path: string): Promise<void>
  /** Reads a file. Throws `FileMissing`; the stream fails where the file cannot be read to its end. */
  read(version: string, range?: ByteRange): Promise<Readable>
  /** Copies a file. Throws `FileMissing`. */
  copy(from: string, to: string): Promise<void>
  /** The size in bytes; undefined where the file does not exist. Throws where that cannot be determined. */
  sizeOf(version: string): Promise<number | undefined>
  /** Removes files; those that do not exist are ignored. */
  remove(versions: readonly string[]): Promise<void>
  /**
   * All files. Throws rather than skip one that cannot be read, because a file that is not listed counts as missing.
   */
  list(): AsyncIterable<StoredFile>
  quarantine: Quarantine
  /** Files for external readers, which know them by address rather than by row. */
  named: NamedFiles
  /** The id of the database that the store belongs to. */
  owner(): Promise<string | undefined>
  setOwner(id: string): Promise<void>
  /** Throws where files cannot be stored at present. */
  check(): Promise<void>
  close(): void
}

/** Files under names chosen by the engine, in folders; none is ever overwritten. */
export interface NamedFiles {
  /** The address of a file or folder for readers with access to the store itself: `s3://…` or `file:///…`. */
  addressOf(name: string): string
  /** Writes a file. Once this resolves, the file survives a crash. */
  write(name: string, content: string): Promise<void>
  /** Removes a file, or a folder with its content; does nothing where there is none. */
  remove(name: string): Promise<void>
}

/** The file of a row does not exist. */
export class FileMissing extends Error {
  readonly version: string

  constructor(version: string, options?: ErrorOptions) {
    super(`The file of version ${version} is missing.`, options)
    this.version = version
  }
}

/** The store is unreachable or does not respond in time, which says nothing about its files. */
export class StoreUnavailable extends Error {
  readonly isSilent: boolean

  constructor(message: string, { isSilent, ...options }: ErrorOptions & { isSilent: boolean }) {
    super(message, options)
    this.isSilent = isSilent
  }
}

/** The store responds, but rejects the credentials, which an operator has to correct. */
export class StoreRefuses extends StoreUnavailable {
  constructor(why: string, cause: unknown) {
    super(`The file storage refuses the keys AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: ${why}`, {
      isSilent: false,
      cause,
    })
  }
}

/** The file with the id of the store's database; no version has such a name. */
export const OWNER_FILE = 'database-id'

/**
 * The path of a file in any store, the same in all of them, so that files can be copied between stores. Two letters
 * spread the files over 256 folders. Throws `FileMissing` for an invalid version.
 */
export function pathOfVersion(version: string): string {
  if (!isVersion(version)) throw new FileMissing(version)
  return `${version.slice(0, 2)}/${version}`
}
