import { BadArchive } from './bad-archive.ts'

/** Why nothing can be done with what an archive held, as whoever is to blame: the archive, unless it is this machine. */
export const blamed = (error: unknown): unknown =>
  isOfThisMachine(error)
    ? error
    : new BadArchive(`It is whole, but of no use: ${error instanceof Error ? error.message : error}`, { cause: error })

/** No room, no memory, no right to write: another one may have them. */
const isOfThisMachine = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && /^(E[A-Z]+|53...)$/.test(String(error.code))) || isOfThisMachine(error.cause))
