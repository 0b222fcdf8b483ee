import { addDays } from '../../lib/today.ts'

/** The number of days after today that count as this week. */
const DAYS_AHEAD = 7

const headings = ['Overdue', 'Today', 'This Week', 'Later', 'No Day'] as const
type Heading = (typeof headings)[number]

function headingOf(day: string | null, today: string): Heading {
  if (day === null) return 'No Day'
  if (day < today) return 'Overdue'
  if (day === today) return 'Today'
  return day <= addDays(today, DAYS_AHEAD) ? 'This Week' : 'Later'
}

/** The steps below the heading of their day, without headings that have none. */
export const groupByDay = <Step extends { due_on: string | null }>(steps: readonly Step[], today: string) =>
  headings
    .map((heading) => ({ heading, steps: steps.filter(({ due_on }) => headingOf(due_on, today) === heading) }))
    .filter((group) => group.steps.length > 0)
