import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Column, TableSorting } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-and-error-states.tsx'
import type { ListPage } from '../list/fetch-page.ts'
import { RowsCard } from '../list/rows-card.tsx'
import { type Me, useMe } from '../me/me.ts'
import { isSuperAdmin, type Role } from '../me/role.ts'
import { loadChunk } from '../offline/load-chunk.ts'
import { nameOf } from '../people/person.tsx'
import { type AccountAction, AccountActions } from './account-actions.tsx'
import { looksAfter, type User } from './user.ts'
import { UserActions } from './user-actions.tsx'
import { JoinedCell, RolesCell, UserCell } from './user-cell.tsx'

// Rows are shown before the code of the forms has loaded.
const UserDialogs = lazy(() => loadChunk(() => import('./user-dialogs.tsx')))

type UserTableProps = {
  users: UseQueryResult<ListPage<User>>
  /** The roles of the signed-in person. */
  held: readonly Role[]
  isNarrowed: boolean
  linkTo: (page: number) => string
  sorted: TableSorting
}

export function UserTable({ users, held, isNarrowed, linkTo, sorted }: UserTableProps) {
  const me = useMe()
  const [open, setOpen] = useState<{ action: AccountAction; user: User }>()
  const columns = useMemo(
    () => [...aboutTheUser, actions(held, me, (user, action) => setOpen({ user, action }))],
    [held, me],
  )
  return (
    <RowsCard
      query={users}
      failed="The users could not be loaded."
      empty={
        <EmptyState title="No users found.">
          {isNarrowed ? 'Try another search or another role.' : 'Add the first one.'}
        </EmptyState>
      }
      caption="Users"
      columns={columns}
      nameOf={nameOf}
      sorted={sorted}
      {...(isSuperAdmin(held) && { foldBelow: '58rem', tightBelow: '84rem' })}
      linkTo={linkTo}
    >
      {users.data && (
        <Suspense>
          <UserDialogs open={open} held={held} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </RowsCard>
  )
}

const actions = (
  held: readonly Role[],
  me: Me,
  onAction: (user: User, action: AccountAction) => void,
): Column<User> => ({
  header: 'Actions',
  cell: (user) => {
    if (isSuperAdmin(held) && user.id === me.id) return <Nothing>This is you</Nothing>
    if (!looksAfter(held, me.id, user)) return <Nothing>—</Nothing>
    const ask = (action: AccountAction) => onAction(user, action)
    return isSuperAdmin(held) ? (
      <UserActions user={user} onAction={ask} />
    ) : (
      <div className="flex flex-wrap gap-1.5 unfolded:w-max unfolded:flex-nowrap">
        <AccountActions user={user} onAction={ask} />
      </div>
    )
  },
  onCard: 'more',
  // On a card the controls take the whole width, below their label.
  className: 'folded:grid-cols-1 folded:gap-1.5',
})

const aboutTheUser: Column<User>[] = [
  {
    header: 'User',
    sortKey: 'name',
    cell: (user) => <UserCell user={user} />,
    className: 'unfolded:w-full unfolded:max-w-0 unfolded:min-w-56',
  },
  { header: 'Roles', onCard: 'line', cell: (user) => <RolesCell user={user} /> },
  { header: 'Joined', sortKey: 'joined', onCard: 'more', cell: (user) => <JoinedCell user={user} /> },
]

const Nothing = ({ children }: { children: string }) => <span className="text-ink-soft">{children}</span>
