/**
 * V8 keeps what is young in little room, where it would take up to 128 MB (docs/decisions/0031-a-small-machine.md), and makes every
 * object young (docs/decisions/0067-what-requests-leave-behind.md). It has to know that as it begins, as a program's first words. So
 * much a server:
 */
export const SERVING = ['--max-semi-space-size=8', '--no-allocation-site-pretenuring'] as const
/** And so much what works beside a server for a while. */
export const SPARING = ['--max-semi-space-size=1'] as const
