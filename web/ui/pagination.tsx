import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from './button.tsx'

type PaginationProps = {
  page: number
  pageSize: number
  count: number
  /** The address of a page: pages are links, so that they can be opened, shared and gone back to. */
  linkTo: (page: number) => string
}

export function Pagination({ page, pageSize, count, linkTo }: PaginationProps) {
  const pages = Math.ceil(count / pageSize)
  if (pages <= 1) return null
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, count)
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-5 py-3"
    >
      <p className="text-ink-soft text-sm tabular-nums">
        {first}–{last} of {count}
      </p>
      <div className="flex gap-2">
        <Step to={page > 1 ? linkTo(page - 1) : undefined}>
          <ChevronLeft aria-hidden />
          Previous
        </Step>
        <Step to={page < pages ? linkTo(page + 1) : undefined}>
          Next
          <ChevronRight aria-hidden />
        </Step>
      </div>
    </nav>
  )
}

function Step({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) {
    return (
      <Button variant="outline" disabled>
        {children}
      </Button>
    )
  }
  return (
    <Button variant="outline" asChild>
      <Link to={to}>{children}</Link>
    </Button>
  )
}
