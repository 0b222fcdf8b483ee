import { storageErrors } from '../errors.ts'

/** The largest file of a bucket, in bytes. */
export const uploadSizeLimit = (
  { file_size_limit }: { file_size_limit: string | null },
  largestFile: number,
): number => (file_size_limit === null ? largestFile : Math.min(largestFile, Number(file_size_limit)))

/** Throws `tooLarge`. The protocols answer it differently: a plain upload with a 400 whose body says 413. */
export function requireWithinSizeLimit(bytes: number, limit: number) {
  if (bytes > limit) throw storageErrors.tooLarge()
}
