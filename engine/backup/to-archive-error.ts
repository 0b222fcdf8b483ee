import { BadArchive } from './bad-archive.ts'

/** Turns an error that an archive's content caused into `BadArchive`, unless this machine caused it. */
export const toArchiveError = (error: unknown): unknown =>
  isMachineError(error)
    ? error
    : new BadArchive(`It is whole, but of no use: ${error instanceof Error ? error.message : error}`, { cause: error })

/**
 * Whether the error is about this machine, such as no space, no memory or no permission: another machine may succeed.
 */
const isMachineError = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && /^(E[A-Z]+|53...)$/.test(String(error.code))) || isMachineError(error.cause))
