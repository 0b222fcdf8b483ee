/**
 * V8 flags of a server. V8 keeps young objects in little memory, where it would take up to 128 MB
 * (docs/decisions/0031-a-small-machine.md), and allocates every object as young
 * (docs/decisions/0067-what-requests-leave-behind.md). V8 reads these flags only when the process starts.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--no-allocation-site-pretenuring'] as const
/** The flags of a program that works beside a server for a while. */
export const LOW_MEMORY_FLAGS = ['--max-semi-space-size=1'] as const
