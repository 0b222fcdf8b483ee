import { CalendarDays, Columns3, type LucideIcon, Table2 } from 'lucide-react'
import { Link } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { type ProjectLook, projectLooks } from './project-filters.ts'

const looks = {
  table: { label: 'Table', Icon: Table2 },
  board: { label: 'Board', Icon: Columns3 },
  calendar: { label: 'Calendar', Icon: CalendarDays },
} satisfies Record<ProjectLook, { label: string; Icon: LucideIcon }>

type LookSwitchProps = { look: ProjectLook; linkTo: (look: ProjectLook) => string }

/** Chooses between table, board and calendar of the same projects. */
export const LookSwitch = ({ look: current, linkTo }: LookSwitchProps) => (
  <nav aria-label="Look" className="flex rounded-control bg-paper-deep p-0.5 print:hidden">
    {projectLooks.map((look) => {
      const { label, Icon } = looks[look]
      return (
        <Link
          key={look}
          to={linkTo(look)}
          preventScrollReset
          title={label}
          aria-current={look === current ? 'page' : undefined}
          className={cn(
            'rounded-[calc(var(--radius-control)-2px)] px-3 py-1 text-ink-soft hover:text-ink max-lg:px-2 max-sm:py-2',
            look === current && 'bg-card text-ink shadow-sm ring-1 ring-line forced-colors:system-chosen',
          )}
        >
          <Icon aria-hidden className="size-5" />
          <span className="sr-only">{label}</span>
        </Link>
      )
    })}
  </nav>
)
