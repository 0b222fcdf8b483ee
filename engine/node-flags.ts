/**
 * V8 keeps what is young in little room, where it would take up to 128 MB; it has to know that as it begins, as a program's first
 * word. So much a server: see docs/decisions/0031-a-small-machine.md.
 */
export const SERVING = '--max-semi-space-size=8'
/** And so much what works beside a server for a while. */
export const SPARING = '--max-semi-space-size=1'
