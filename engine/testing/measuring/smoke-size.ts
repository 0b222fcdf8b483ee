/**
 * Whether a bench or a trial runs as small as it can: with the fewest people, rows, rounds and seconds. Such a smoke run measures
 * nothing; it shows that the program still works (scripts/testing/run-benches-once.ts).
 */
export const isSmoke = process.env.SMOKE === '1'

/** `whole`, or `least` in a smoke run. */
export const smokeSized = <T>(whole: T, least: T): T => (isSmoke ? least : whole)
