import type { FakeBackend } from './fake-backend.ts'
import type { Row } from './fake-table.ts'

export const VISITS = '/rest/v1/rpc/visit_figures'

const nothing = { visits: 0, views: 0, calls: 0, enquiries: 0 }
export const figure = (about: string, name: string | null, counts: Row = {}) => ({ about, name, ...nothing, ...counts })

/** The date so many days ago, in the format of the database. */
export const dayOf = (daysAgo: number) => new Date(Date.UTC(2026, 10, 23 - daysAgo)).toISOString().slice(0, 10)

type VisitOptions = { since?: string | null; on?: (daysAgo: number) => Row; rows?: object[] }

/** A backend that counts visits for as many days as requested, each as `on` says. */
export function withVisits(
  backend: FakeBackend,
  { since = dayOf(200), on = () => ({}), rows = [] }: VisitOptions = {},
) {
  backend.answer('GET', VISITS, ({ query }) => {
    const days = Array.from({ length: Number(query.days) }, (_, index) => Number(query.days) - 1 - index)
    return Response.json([
      figure('since', since),
      ...days.map((daysAgo) => figure('day', dayOf(daysAgo), on(daysAgo))),
      ...rows,
    ])
  })
}
