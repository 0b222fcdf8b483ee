import { HOUR_MS, MINUTE_MS, roundToUnit } from '../../lib/elapsed-time.ts'
import { terms } from '../../lib/terms.ts'

/** The rest of the hours in which the website promises a reply, or the time by which the reply is late. */
export function timeLeft(receivedAt: string, now: number): { text: string; isLate: boolean } {
  const left = Date.parse(receivedAt) + terms.replyHours * HOUR_MS - now
  return left > 0 ? { text: `${short(left)} left`, isLate: false } : { text: `${short(-left)} late`, isLate: true }
}

/** A duration as people read it: '3 h 20 min'. */
export function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.round(hours / 24)} days`
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

const shortUnits = { minute: 'min', hour: 'h', day: 'days' } as const

function short(ms: number): string {
  if (ms < MINUTE_MS) return '1 min'
  const [amount, unit] = roundToUnit(ms)
  return `${amount} ${shortUnits[unit]}`
}
