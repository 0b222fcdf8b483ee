import type { Readable } from 'node:stream'

export const ARCHIVES = /\.tar\.zst(\.age)?$/

export type Kept = { name: string; bytes: number }

/** Where archives are kept, by their names. */
export type Place = {
  /** For people; holds no secret. */
  address: string
  /** Whoever can read it need not be somebody we trust. */
  isElsewhere: boolean
  /** It is there whole, or not at all. Returns its size in bytes. */
  write(name: string, archive: Readable): Promise<number>
  read(name: string): Promise<Readable>
  /** Those whose names are like that: `ARCHIVES`, or something else that is kept beside them. */
  list(names: RegExp): Promise<Kept[]>
  remove(name: string): Promise<void>
}
