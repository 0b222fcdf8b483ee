/** An archive is not what was written once, or not all of it. */
export class BadArchive extends Error {}

/** The passphrase is another one than that of the archive, which says nothing about the archive. */
export class WrongPassphrase extends BadArchive {}

export const damaged = (cause: unknown) =>
  new BadArchive(`It is cut off or damaged: ${cause instanceof Error ? cause.message : cause}`, { cause })
