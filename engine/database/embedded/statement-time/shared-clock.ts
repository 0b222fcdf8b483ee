/** The start of this thread's `performance.now()` on the clock that all threads share. */
const start = Number(process.hrtime.bigint() / 1_000n) / 1_000 - performance.now()

/** Milliseconds in 32 bits, the same on every thread. They wrap around, so times are compared with `msBetween`. */
export const clock = () => (performance.now() + start) | 0

/** The milliseconds from `earlier` to `later`; right for anything shorter than twenty days. */
export const msBetween = (earlier: number, later: number) => (later - earlier) | 0
