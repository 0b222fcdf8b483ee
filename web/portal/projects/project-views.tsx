import { Link, useLocation, useSearchParams } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { projectViews, readProjectFilters, writeProjectFilter } from './project-filters.ts'

const labels = { '': 'All', mine: 'Mine', overdue: 'Overdue' } as const

/** Ready-made choices of projects. Whatever else is searched and filtered stays. */
export function ProjectViews() {
  const [address] = useSearchParams()
  const { pathname } = useLocation()
  const { view: chosen } = readProjectFilters(address)
  return (
    <nav aria-label="Views" className="flex rounded-control bg-paper-deep p-0.5">
      {(['', ...projectViews] as const).map((view) => (
        <Link
          key={view}
          to={{ pathname, search: writeProjectFilter(address, 'view', view).toString() }}
          preventScrollReset
          aria-current={view === chosen ? 'page' : undefined}
          className={cn(
            'rounded-[calc(var(--radius-control)-2px)] px-3 py-1 font-medium text-ink-soft text-sm hover:text-ink',
            view === chosen && 'bg-card text-ink shadow-sm ring-1 ring-line',
          )}
        >
          {labels[view]}
        </Link>
      ))}
    </nav>
  )
}
