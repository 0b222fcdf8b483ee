/** Where `performance.now()` of this thread begins, on the clock that all threads share. */
const start = Number(process.hrtime.bigint() / 1_000n) / 1_000 - performance.now()

/** Milliseconds, the same on every thread, in 32 bits: they begin anew now and then, so compare with `msBetween`. */
export const clock = () => (performance.now() + start) | 0

/** How long after `earlier` it is at `later`; right as long as less than twenty days lie between. */
export const msBetween = (earlier: number, later: number) => (later - earlier) | 0
