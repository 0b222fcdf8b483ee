import type { Readable } from 'node:stream'
import type { Quarantine } from './quarantine.ts'
import { isVersion } from './version.ts'

/** Bytes `start` to `end` of a file, both included. */
export type ByteRange = { start: number; end: number }

/** A stored file: the name is the `version` of its row. */
export type StoredFile = { version: string; storedAt: Date }

/**
 * Keeps the bytes of files, each under a version that is never used twice, so that a file is whole or not there and
 * never changes. Which of them count is decided by the rows of storage.objects.
 */
export interface FileStore {
  /** Takes over the finished file at `path`. When it returns, a crash cannot take the file away again. */
  put(version: string, path: string): Promise<void>
  /** Throws `FileMissing`; the stream fails where the file cannot be read to its end. */
  read(version: string, range?: ByteRange): Promise<Readable>
  /** Throws `FileMissing`. */
  copy(from: string, to: string): Promise<void>
  /** In bytes; undefined where there is none. Throws where that cannot be found out. */
  sizeOf(version: string): Promise<number | undefined>
  /** Those that are gone already are passed over. */
  remove(versions: readonly string[]): Promise<void>
  /** Throws rather than leave out what it cannot read: who is not listed is missing. */
  list(): AsyncIterable<StoredFile>
  quarantine: Quarantine
  /** Files for readers outside, who go by their addresses and not by rows. */
  named: NamedFiles
  /** The mark of the database that the store belongs to. */
  owner(): Promise<string | undefined>
  setOwner(id: string): Promise<void>
  /** Throws where no file can be kept now. */
  check(): Promise<void>
  close(): void
}

/** Files under names of ours, in folders; none is ever written twice. */
export interface NamedFiles {
  /** Where a file is, or a folder, for whoever can reach the store itself: `s3://…` or `file:///…`. */
  addressOf(name: string): string
  /** When it returns, a crash cannot take the file away again. */
  write(name: string, content: string): Promise<void>
  /** A file, or a folder with all that is in it; harmless where there is none. */
  remove(name: string): Promise<void>
}

/** There is a row, but not the file it names. */
export class FileMissing extends Error {
  readonly version: string

  constructor(version: string, options?: ErrorOptions) {
    super(`The file of version ${version} is missing.`, options)
    this.version = version
  }
}

/** The store cannot be reached, or says nothing for too long: that tells nothing about its files. */
export class StoreUnavailable extends Error {
  readonly isSilent: boolean

  constructor(message: string, { isSilent, ...options }: ErrorOptions & { isSilent: boolean }) {
    super(message, options)
    this.isSilent = isSilent
  }
}

/** The store answers, and does not take these keys: whoever looks after the server has to do something. */
export class StoreRefuses extends StoreUnavailable {
  constructor(why: string, cause: unknown) {
    super(`The file storage refuses the keys AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: ${why}`, {
      isSilent: false,
      cause,
    })
  }
}

/** Where a store keeps the mark of its database; no version looks like it. */
export const OWNER_FILE = 'database-id'

/**
 * Where a file lies in any store, so that one can be copied to another as it is. Two letters spread the files over 256
 * folders. Throws `FileMissing` for what is no version.
 */
export function placeOf(version: string): string {
  if (!isVersion(version)) throw new FileMissing(version)
  return `${version.slice(0, 2)}/${version}`
}
