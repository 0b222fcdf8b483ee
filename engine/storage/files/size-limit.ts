import { storageErrors } from '../errors.ts'

/** The largest file that the bucket takes, in bytes. */
export const limitOf = ({ file_size_limit }: { file_size_limit: string | null }, largestFile: number): number =>
  file_size_limit === null ? largestFile : Math.min(largestFile, Number(file_size_limit))

/** Throws `tooLarge` as soon as it is known. Each protocol has its own answer for it: a plain upload a 400 that says 413 inside. */
export function requireSize(bytes: number, limit: number) {
  if (bytes > limit) throw storageErrors.tooLarge()
}
