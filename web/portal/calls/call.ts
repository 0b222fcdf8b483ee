import type { Tables } from '../../lib/database.types.ts'
import { optionalText } from '../../lib/form-rules.ts'
import { today } from '../../lib/today.ts'
import { z } from '../../lib/zod.ts'
import { assigneeOf, UNASSIGNED } from '../people/unassigned.ts'
import { momentsOf, myTimeZone, wallTimeOf } from './wall-time.ts'

export type Call = Pick<
  Tables<'calls'>,
  'id' | 'starts_at' | 'time_zone' | 'minutes' | 'staff_id' | 'note' | 'state' | 'sequence'
> & { staff: { display_name: string | null } | null }

/** With whom a call is: somebody who enquired, or a client. */
export type CallPartner = {
  column: 'enquiry_id' | 'client_id'
  id: string
  name: string
  /** The address of the invitation. Somebody who enquired by phone may have none. */
  email: string | null
  agencyId: string | undefined
}

export const lengths = [15, 30, 45, 60, 90, 120] as const

/** Once the planned time has come, somebody says whether the call took place. */
export const hasBegun = ({ starts_at }: Pick<Call, 'starts_at'>, now: number) => Date.parse(starts_at) <= now

const fields = z.object({
  day: z.string().min(1, 'Choose a day.'),
  time: z.string().min(1, 'Enter a time.'),
  time_zone: z.string().min(1, 'Choose a time zone.'),
  /** The one that is meant where the clocks show the time twice. */
  which: z.enum(['', 'first', 'second']),
  minutes: z.string(),
  staff: z.string(),
  note: optionalText(1000),
})

/** The form of a call; the limits are those of the table. */
export const callForm = fields.transform(({ day, time, time_zone, which, minutes, staff, note }, { addIssue }) => {
  const complain = (path: 'time' | 'day' | 'which', message: string) => {
    addIssue({ code: 'custom', path: [path], message })
    return z.NEVER
  }
  const [first, second] = momentsOf(day, time, time_zone)
  if (first === undefined) return complain('time', 'The clocks skip this time on that day. Choose another one.')
  if (second !== undefined && which === '') return complain('which', 'The clocks show this time twice. Choose one.')
  const start = which === 'second' && second !== undefined ? second : first
  if (start.getTime() <= Date.now()) return complain('time', 'This time has passed.')
  if (start.getTime() > Date.now() + MAX_AHEAD_MS) return complain('day', 'This is more than two years ahead.')
  return { starts_at: start.toISOString(), time_zone, minutes: Number(minutes), staff_id: assigneeOf(staff), note }
})

const MAX_AHEAD_MS = 2 * 366 * 24 * 60 * 60_000

export type TypedCall = z.input<typeof callForm>
export type CallFields = z.output<typeof callForm>

export const newCall = (me: string): TypedCall => ({
  ...{ day: today(), time: '', time_zone: myTimeZone(), which: '', minutes: '30', staff: me, note: '' },
})

export function typedCall({ starts_at, time_zone, minutes, staff_id, note }: Call): TypedCall {
  const wall = wallTimeOf(starts_at, time_zone)
  const [, second] = momentsOf(wall.day, wall.time, time_zone)
  const which = second === undefined ? '' : second.getTime() === Date.parse(starts_at) ? 'second' : 'first'
  return { ...wall, time_zone, which, minutes: `${minutes}`, staff: staff_id ?? UNASSIGNED, note: note ?? '' }
}
