const HOUR_MS = 60 * 60_000

/** By the server's own clock: most people are asleep. */
const NIGHT = { from: 2, to: 5 }
/** Later than this a night was left out, and nobody waits for the next. */
const LATE_MS = 26 * HOUR_MS
/** So one night has one, though it may begin and end with hours of it left. */
const SAME_NIGHT_MS = 12 * HOUR_MS
const AGAIN_MS = HOUR_MS

type State = { lastGood: Date | null; lastBegun: Date | null; isUnderWay: boolean }

/** Whether the nightly backup is to be made now: at night, or at once where there is none, or none of the last night. */
export function isDue(now: Date, { lastGood, lastBegun, isUnderWay }: State): boolean {
  const since = (moment: Date | null) => (moment ? now.getTime() - moment.getTime() : Number.POSITIVE_INFINITY)
  if (isUnderWay || since(lastBegun) < AGAIN_MS) return false
  if (since(lastGood) > LATE_MS) return true
  const isNight = now.getHours() >= NIGHT.from && now.getHours() < NIGHT.to
  return isNight && since(lastGood) > SAME_NIGHT_MS
}
