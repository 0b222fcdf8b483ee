import { format, isSameDay, subDays } from 'date-fns'

/** 'HH:mm' for today, 'Yesterday HH:mm', or 'MMM d, HH:mm' for before that, as seen at `now`. */
export function messageTime(moment: string, now: Date): string {
  const at = new Date(moment)
  if (isSameDay(at, now)) return format(at, 'HH:mm')
  if (isSameDay(at, subDays(now, 1))) return format(at, "'Yesterday' HH:mm")
  return format(at, 'MMM d, HH:mm')
}
