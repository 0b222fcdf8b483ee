import type { ReactNode } from 'react'
import { formatCount } from '../../lib/formats.ts'
import { type CountLine, type Counts, dayName, type Visits } from './visits.ts'

/** The chart's numbers as tables: by day, and by page, service and plan. */
export function VisitTables({ days, pages, services, plans }: Visits) {
  const byDay = days.toReversed().map(({ day, isToday, isCounted, ...counts }) => ({
    ...counts,
    name: isToday ? `${dayName(day)}, so far` : dayName(day),
    ...(!isCounted && unknown),
  }))
  return (
    <div className="grid border-line border-t lg:grid-cols-2 lg:divide-x lg:divide-line">
      <Fold label="Day by day">
        <CountTable caption="By day" first="Day" lines={byDay} columns={['visits', 'views', 'calls', 'enquiries']} />
      </Fold>
      <Fold label="By page, service and plan">
        <CountTable caption="By page" first="Page" lines={pages} columns={['visits', 'views', 'calls']} />
        <CountTable caption="By service" first="Service" lines={services} columns={['views', 'calls', 'enquiries']} />
        <CountTable caption="By plan" first="Plan" lines={plans} columns={['views', 'calls']} />
      </Fold>
    </div>
  )
}

/** The values of a day without counting; the enquiries of that day are known all the same. */
const unknown = { visits: undefined, views: undefined, calls: undefined }

function Fold({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="group border-line not-first:border-t lg:not-first:border-t-0">
      <summary className="cursor-pointer px-5 py-3 font-medium text-ink-soft text-sm hover:text-ink focus-visible:-outline-offset-3">
        {label}
      </summary>
      <div className="grid gap-6 px-5 pb-4">{children}</div>
    </details>
  )
}

const headings = { visits: 'Visits', views: 'Views', calls: 'To the form', enquiries: 'Enquiries' } satisfies Record<
  keyof Counts,
  string
>

type Row = { [Name in keyof CountLine]: CountLine[Name] | (Name extends 'name' ? never : undefined) }
type CountTableProps = { caption: string; first: string; lines: readonly Row[]; columns: readonly (keyof Counts)[] }

function CountTable({ caption, first, lines, columns }: CountTableProps) {
  if (lines.length === 0) return null
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-line border-b text-ink-soft">
          <th scope="col" className="py-2 pr-2 font-medium">
            {first}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pl-2 text-right font-medium">
              {headings[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {lines.map((line) => (
          <tr key={line.name} className="border-line not-last:border-b">
            <th scope="row" className="wrap-anywhere py-1.5 pr-2 font-normal">
              {line.name}
            </th>
            {columns.map((column) => (
              <td key={column} className="py-1.5 pl-2 text-right">
                {line[column] === undefined ? '–' : formatCount(line[column])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
