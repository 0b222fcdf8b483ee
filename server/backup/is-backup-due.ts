const HOUR_MS = 60 * 60_000

/** Hours of the server's local time in which most people are asleep. */
const NIGHT = { from: 2, to: 5 }
/** An older backup means that a night was missed; the next one is made at once. */
const MAX_AGE_MS = 26 * HOUR_MS
/** Backups closer together than this belong to the same night, which gets one only. */
const SAME_NIGHT_MS = 12 * HOUR_MS
/** The first retry of a failed backup; later ones wait as long as backups have failed, up to a day. */
const RETRY_MS = HOUR_MS
const MAX_RETRY_MS = 24 * HOUR_MS

type State = { lastGood: Date | null; lastBegun: Date | null; isUnderWay: boolean }

/** A time further ahead than this was written while the clock ran ahead. */
const MAX_SKEW_MS = HOUR_MS

/** Whether to make the nightly backup now: at night, or at once if there is none or the last night was missed. */
export function isDue(now: Date, { lastGood, lastBegun, isUnderWay }: State): boolean {
  const since = (moment: Date | null) => {
    const ms = moment ? now.getTime() - moment.getTime() : Number.POSITIVE_INFINITY
    return ms < -MAX_SKEW_MS ? Number.POSITIVE_INFINITY : ms
  }
  if (isUnderWay && Number.isFinite(since(lastBegun))) return false
  if (since(lastBegun) < retryAfterMs(lastGood, lastBegun)) return false
  if (since(lastGood) > MAX_AGE_MS) return true
  return isNight(now) && since(lastGood) > SAME_NIGHT_MS
}

export const isNight = (now: Date) => now.getHours() >= NIGHT.from && now.getHours() < NIGHT.to

/** The wait doubles from retry to retry, since each archive that fails its trial takes the space of a whole one. */
function retryAfterMs(lastGood: Date | null, lastBegun: Date | null): number {
  if (!lastGood || !lastBegun) return RETRY_MS
  const failingForMs = lastBegun.getTime() - lastGood.getTime() - MAX_AGE_MS
  return Math.min(Math.max(failingForMs, RETRY_MS), MAX_RETRY_MS)
}
