import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { writeFilter } from '../list/list-params.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { hasNoRole } from '../me/role.ts'
import { loadChunk } from '../offline/load-chunk.ts'
import { type ViewedList, viewQueryOf } from './saved-view.ts'
import { savedViewsQuery } from './saved-view-queries.ts'

// Rows are shown before the code of the forms has loaded.
const EditViewDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./edit-view-dialog.tsx')).EditViewDialog })),
)
const SaveViewDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./save-view-dialog.tsx')).SaveViewDialog })),
)

/**
 * The built-in views of a list: the choices of one filter, of which '' is the whole list. A choice may name another filter
 * of its own, which takes the place of the first.
 */
export type BuiltInViews = { filter: string; choices: readonly ViewChoice[] }
type ViewChoice = { value: string; label: string; filter?: string }

/** Writes a built-in view into an address, in place of another one. */
function writeView(address: URLSearchParams, { filter, choices }: BuiltInViews, chosen: ViewChoice): URLSearchParams {
  const filters = [filter, ...choices.flatMap((choice) => choice.filter ?? [])]
  const without = filters.reduce((left, name) => writeFilter(left, name, ''), address)
  return writeFilter(without, chosen.filter ?? filter, chosen.value)
}

type ViewsProps = {
  list: ViewedList
  ready: BuiltInViews
  /** The value of the built-in view that is open. */
  chosen: string | undefined
}

/** The views of a list: the built-in ones, then those that the reader has saved. */
export function Views({ list, ready, chosen = '' }: ViewsProps) {
  const { choices } = ready
  const [address] = useSearchParams()
  const { data: saved = [] } = useQuery(savedViewsQuery(list))
  const held = useMyRoles() ?? []
  const here = viewQueryOf(address)
  const current = saved.find(({ query }) => viewQueryOf(new URLSearchParams(query)) === here)
  const nothing = new URLSearchParams()
  const isReady = choices.some((choice) => viewQueryOf(writeView(nothing, ready, choice)) === here)
  const nav = useCurrentInSight(`${saved.length} ${here}`)

  return (
    <div className="flex min-w-0 items-center gap-1 max-lg:order-last max-lg:w-full lg:grow">
      {/* The whole list alone is no choice. */}
      {choices.length + saved.length > 1 && (
        <nav
          ref={nav}
          aria-label="Views"
          className="relative flex min-w-0 rounded-control bg-paper-deep p-0.5 [scrollbar-width:none] max-lg:overflow-x-auto lg:flex-wrap"
        >
          {choices.map((choice) => (
            <ViewLink
              key={choice.value}
              // A built-in view keeps the search and other filters; leaving a saved view drops them all.
              query={writeView(current ? nothing : address, ready, choice).toString()}
              isCurrent={!current && choice.value === chosen}
            >
              {choice.label}
            </ViewLink>
          ))}
          {saved.map((view) => (
            <ViewLink key={view.id} query={view.query} isCurrent={view === current}>
              {view.name}
            </ViewLink>
          ))}
        </nav>
      )}
      {/* Each comes with its own boundary: one that is there already would have the whole list wait for the form. */}
      {current && (
        <Suspense fallback={null}>
          <EditViewDialog key={current.id} view={current} saved={saved} />
        </Suspense>
      )}
      {!current && !isReady && !hasNoRole(held) && (
        <Suspense fallback={null}>
          <SaveViewDialog list={list} query={here} saved={saved} />
        </Suspense>
      )}
    </div>
  )
}

type ViewLinkProps = { query: string; isCurrent: boolean; children: string }

function ViewLink({ query, isCurrent, children }: ViewLinkProps) {
  const { pathname } = useLocation()
  return (
    <Link
      to={{ pathname, search: query }}
      preventScrollReset
      aria-current={isCurrent ? 'page' : undefined}
      title={children}
      className={cn(
        'max-w-48 shrink-0 truncate rounded-[calc(var(--radius-control)-2px)] px-3 py-1 font-medium text-ink-soft text-sm hover:text-ink max-sm:py-2',
        isCurrent && 'bg-card text-ink shadow-sm ring-1 ring-line forced-colors:system-chosen',
      )}
    >
      {children}
    </Link>
  )
}

/** Scrolls the row of views on a narrow screen so that the current one is in the middle. */
function useCurrentInSight(shown: string) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the view
  useEffect(() => {
    // Positions are read in the next frame, which lays everything out anyway; reading them now would lay out all rows
    // twice.
    const frame = requestAnimationFrame(() => {
      const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
      if (link) nav.current?.scrollTo({ left: link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2 })
    })
    return () => cancelAnimationFrame(frame)
  }, [shown])
  return nav
}
