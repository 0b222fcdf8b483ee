import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { RolePermission } from '../../lib/row-types.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Role, roleDescriptions } from '../me/role.ts'
import { RoleBadge } from '../me/role-badges.tsx'
import { nameOf } from '../people/person.tsx'
import type { Colleague } from './colleague.ts'
import { describePermission } from './permission-words.ts'
import { holdersQuery } from './role-queries.ts'

type Permission = Pick<RolePermission, 'position' | 'subject' | 'actions' | 'scope'>

type RoleRowProps = { role: Role; permissions: readonly Permission[] | undefined }

/**
 * A role with its description and its holders; opened, it shows all permissions. `permissions` is undefined while
 * loading.
 */
export function RoleRow({ role, permissions }: RoleRowProps) {
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const { data: holders, isError, refetch } = useQuery(holdersQuery(role))
  return (
    <section aria-label={role} className="border-line border-t">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-5 py-3 sm:grid-cols-[8rem_minmax(0,1fr)_auto]">
        <h2 className="max-sm:col-span-full max-sm:pb-1">
          <RoleBadge role={role} />
        </h2>
        <div className="min-w-0">
          <p className="text-[0.9375rem]">{roleDescriptions[role]}</p>
          <p className="truncate text-ink-soft text-sm tabular-nums">
            {holders ? <Names {...holders} /> : <Skeleton className="h-5 w-40" />}
          </p>
        </div>
        <Button
          variant="outline"
          className="px-3 text-sm"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          aria-label={`Details of ${role}`}
          onClick={() => setOpen(!isOpen)}
        >
          Details
          <ChevronDown aria-hidden className={isOpen ? 'rotate-180' : undefined} />
        </Button>
      </div>
      {isError && !holders && (
        <ErrorState title="The people with this role could not be loaded." onRetry={() => void refetch()} />
      )}
      {isOpen && (
        <div
          id={detailsId}
          className="grid grid-cols-1 border-line border-t bg-paper/60 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
        >
          <div className="px-5 py-4">
            <h3 className="font-medium text-ink-soft text-sm">May</h3>
            <Permissions permissions={permissions} />
          </div>
          <div className="border-line px-5 py-4 max-lg:border-t lg:border-l">
            <h3 className="font-medium text-ink-soft text-sm">Held by</h3>
            <Holders role={role} people={holders?.people} count={holders?.count ?? 0} />
          </div>
        </div>
      )}
    </section>
  )
}

/** The number of people who hold a role, and the names of the newest. */
function Names({ people, count }: { people: readonly Colleague[]; count: number }) {
  const names = people.map(nameOf).join(', ')
  return (
    <span title={names || undefined}>
      <span>{count === 1 ? '1 person' : `${count} people`}</span>
      {names && `: ${names}${count > people.length ? ', …' : ''}`}
    </span>
  )
}

function Permissions({ permissions }: { permissions: readonly Permission[] | undefined }) {
  if (!permissions) return <Skeleton className="mt-3 h-40" />
  return (
    <ul className="mt-2 grid gap-x-8 gap-y-2.5 md:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
      {permissions.map((permission) => (
        <li key={permission.position}>
          <p className="text-[0.9375rem]">{permission.subject}</p>
          <p className="text-ink-soft text-sm">{describePermission(permission)}</p>
        </li>
      ))}
    </ul>
  )
}

type HoldersProps = { role: Role; people: readonly Colleague[] | undefined; count: number }

function Holders({ role, people, count }: HoldersProps) {
  if (!people) return <Skeleton className="mt-3 h-40" />
  if (people.length === 0) return <p className="mt-2 text-ink-soft">Nobody.</p>
  const others = count - people.length
  return (
    <>
      <ul className="mt-2 grid grid-cols-1 gap-2.5">
        {people.map((person) => (
          <li key={person.id} className="flex items-center gap-3">
            <Avatar name={person.display_name} url={person.avatar_url} />
            <div className="min-w-0">
              <p title={nameOf(person)} className="truncate text-[0.9375rem]">
                {nameOf(person)}
              </p>
              <p title={person.agency?.name} className="truncate text-ink-soft text-sm">
                {person.agency?.name ?? 'No agency'}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm">
        <Link to={`/dashboard/users?role=${role}`} className="underline underline-offset-2">
          {others > 0 ? `And ${others} more in User Management` : 'Open in User Management'}
          <span className="sr-only">: {role}</span>
        </Link>
      </p>
    </>
  )
}
