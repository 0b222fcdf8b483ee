/** The time of a message as seen at `now`: 'HH:mm' for today, 'Yesterday HH:mm', or 'MMM d, HH:mm' for earlier days. */
export function messageTime(moment: string, now: Date): string {
  const at = new Date(moment)
  const clock = at.toLocaleString('en-US', time)
  if (isSameDay(at, now)) return clock
  if (isSameDay(at, dayBefore(now))) return `Yesterday ${clock}`
  return at.toLocaleString('en-US', { month: 'short', day: 'numeric', ...time })
}

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString()
const dayBefore = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate() - 1)
