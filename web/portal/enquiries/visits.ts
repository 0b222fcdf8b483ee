import type { ServiceChoice } from '../../agency.ts'
import { serviceChoiceLabels } from '../../agency.ts'
import type { Database } from '../../lib/database.types.ts'

type VisitRow = Database['public']['Functions']['visit_figures']['Returns'][number]
export type Counts = Pick<VisitRow, 'visits' | 'views' | 'calls' | 'enquiries'>
/** The counts of one day, page, service or plan. */
export type CountLine = Counts & { name: string }
export type Day = Counts & { day: string; isCounted: boolean; isToday: boolean }

export type Visits = {
  /** The first day that was ever counted; undefined if there is none. */
  since: string | undefined
  /** The counted days, oldest first, today last. */
  days: Day[]
  /** The totals of the counted days only, so that the conversion rate is right. */
  total: Counts
  pages: CountLine[]
  services: CountLine[]
  plans: CountLine[]
}

/** The numbers of days to choose from. */
export const spans = [7, 30, 90] as const

/** Builds the figures from the rows of the database's function. */
export function visitsOf(rows: readonly (Omit<VisitRow, 'name'> & { name: string | null })[]): Visits {
  const about = (what: string): CountLine[] =>
    rows.flatMap(({ about, name, ...line }) => (about === what && name !== null ? [{ ...line, name }] : []))
  const since = about('since')[0]?.name
  const rowsOfDays = about('day')
  const days = rowsOfDays.map(({ name: day, ...counts }, index) => ({
    ...counts,
    day,
    isCounted: since !== undefined && day >= since,
    isToday: index === rowsOfDays.length - 1,
  }))
  return {
    since,
    days,
    total: sum(days.filter(({ isCounted }) => isCounted)),
    pages: about('page').sort(byViews),
    services: about('service').map((line) => ({ ...line, name: serviceName(line.name) })),
    plans: about('plan').sort(byViews),
  }
}

const byViews = (one: Counts, other: Counts) => other.views - one.views || other.calls - one.calls

const isService = (name: string): name is ServiceChoice => name in serviceChoiceLabels
const serviceName = (name: string) => (isService(name) ? serviceChoiceLabels[name] : name)

function sum(all: readonly Counts[]): Counts {
  const of = (what: keyof Counts) => all.reduce((total, counts) => total + counts[what], 0)
  return { visits: of('visits'), views: of('views'), calls: of('calls'), enquiries: of('enquiries') }
}

const inPercent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** The share of visits that led to an enquiry: '1.8%'. */
export const rateOf = ({ visits, enquiries }: Counts) => (visits === 0 ? '–' : inPercent.format(enquiries / visits))

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
/** The name of a day, independent of the time zone: 'Nov 12'. */
export const dayName = (day: string) => shortDay.format(new Date(`${day}T00:00:00Z`))
