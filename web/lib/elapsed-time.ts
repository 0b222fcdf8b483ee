export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** The time since a moment in one unit: '2 hours ago'. */
export function timeAgo(moment: string, now: number): string {
  const passed = Math.max(0, now - Date.parse(moment))
  if (passed < MINUTE_MS) return 'just now'
  return `${inWords(passed)} ago`
}

/** The time until a moment in one unit: 'in 4 minutes'. */
export function timeUntil(moment: string, now: number): string {
  const left = Date.parse(moment) - now
  return left < MINUTE_MS ? 'within a minute' : `in ${inWords(left)}`
}

function inWords(ms: number): string {
  const [amount, unit] = roundToUnit(ms)
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

/** Rounds down to whole units, so that no time is promised that is not left. */
export function roundToUnit(ms: number): [amount: number, unit: 'minute' | 'hour' | 'day'] {
  const hours = Math.floor(ms / HOUR_MS)
  if (hours < 1) return [Math.floor(ms / MINUTE_MS), 'minute']
  return hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
}
