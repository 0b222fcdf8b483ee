import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatCount } from '../lib/formats.ts'
import { Button } from './button.tsx'
import { Input } from './input.tsx'

type PaginationProps = {
  page: number
  pageSize: number
  count: number
  /** The address of a page of the list: pages are links, so that they can be opened, shared and navigated. */
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
        {formatCount(first)}–{formatCount(last)} of {formatCount(count)}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {pages > 2 && <JumpTo {...{ page, pages, linkTo }} />}
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

/** A field that leads to a typed page number, or to the nearest existing one. */
function JumpTo({ page, pages, linkTo }: Pick<PaginationProps, 'page' | 'linkTo'> & { pages: number }) {
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)

  // A number that is being typed stays while another page loads.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page changes the number in the field
  useEffect(() => {
    const { current } = box
    if (current === document.activeElement && current?.value === current?.defaultValue) current?.select()
  }, [page])

  function jump(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const asked = Number(new FormData(event.currentTarget).get('page'))
    event.currentTarget.reset()
    if (!Number.isSafeInteger(asked)) return
    const nearest = Math.min(Math.max(asked, 1), pages)
    if (nearest !== page) void navigate(linkTo(nearest))
  }

  return (
    <form onSubmit={jump} className="mr-2 flex items-center gap-2 text-ink-soft text-sm">
      Page
      <Input
        ref={box}
        name="page"
        aria-label="Go to page"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={page}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={({ currentTarget }) => currentTarget.form?.reset()}
        className="w-16 text-center tabular-nums"
      />
      of {formatCount(pages)}
    </form>
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
