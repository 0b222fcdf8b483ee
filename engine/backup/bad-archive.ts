/** The archive is damaged or incomplete. */
export class BadArchive extends Error {}

/** The passphrase does not open the archive; the archive itself may be fine. */
export class WrongPassphrase extends BadArchive {}

export const damaged = (cause: unknown) =>
  new BadArchive(`It is cut off or damaged: ${cause instanceof Error ? cause.message : cause}`, { cause })
