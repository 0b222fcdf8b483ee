import { terms } from '../../agency.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How much is left of the hours in which the website promises a reply, or by how much they are over. */
export function timeLeft(receivedAt: string, now: number): { text: string; isLate: boolean } {
  const left = Date.parse(receivedAt) + terms.replyHours * HOUR_MS - now
  return left > 0 ? { text: `${short(left)} left`, isLate: false } : { text: `${short(-left)} late`, isLate: true }
}

/** How long ago, in the one unit that says it: '2 hours ago'. */
export function ago(moment: string, now: number): string {
  const passed = Math.max(0, now - Date.parse(moment))
  if (passed < MINUTE_MS) return 'just now'
  const [amount, unit] = inOneUnit(passed)
  return `${amount} ${unit}${amount === 1 ? '' : 's'} ago`
}

/** A length of time that was measured: '3 h 20 min'. */
export function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.round(hours / 24)} days`
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** Whole units that have passed: nobody is told an hour that they do not have. */
function inOneUnit(ms: number): [amount: number, unit: 'minute' | 'hour' | 'day'] {
  const hours = Math.floor(ms / HOUR_MS)
  if (hours < 1) return [Math.floor(ms / MINUTE_MS), 'minute']
  return hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
}

const shortUnits = { minute: 'min', hour: 'h', day: 'days' } as const

function short(ms: number): string {
  if (ms < MINUTE_MS) return '1 min'
  const [amount, unit] = inOneUnit(ms)
  return `${amount} ${shortUnits[unit]}`
}
