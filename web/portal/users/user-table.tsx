import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type ListPage, PAGE_SIZE } from '../list/fetch-page.ts'
import { ListFrame } from '../list/list-frame.tsx'
import { type Me, useMe } from '../me/me.ts'
import { isSuperAdmin, type Role } from '../me/role.ts'
import { CareActions } from './care-actions.tsx'
import { DeactivateDialog } from './deactivate-dialog.tsx'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import { looksAfter, type User } from './user.ts'
import { UserActions } from './user-actions.tsx'
import { JoinedCell, RolesCell, UserCell } from './user-cell.tsx'

type UserTableProps = {
  users: UseQueryResult<ListPage<User>>
  /** The roles of the person at the screen. */
  held: readonly Role[]
  isNarrowed: boolean
  linkTo: (page: number) => string
}

export function UserTable({ users, held, isNarrowed, linkTo }: UserTableProps) {
  const me = useMe()
  const [forgetful, setForgetful] = useState<User>()
  const [leaver, setLeaver] = useState<User>()
  const columns = useMemo(() => [...aboutTheUser, actions(held, me, setForgetful, setLeaver)], [held, me])
  const { data, isError, isPlaceholderData, refetch } = users

  if (isError && !data) return <ErrorState title="The users could not be loaded." onRetry={() => void refetch()} />
  if (data?.count === 0) {
    return (
      <EmptyState title="No users found.">
        {isNarrowed ? 'Try another search or another role.' : 'Add the first one.'}
      </EmptyState>
    )
  }
  return (
    <>
      <ListFrame isStale={isPlaceholderData}>
        <DataTable
          caption="Users"
          columns={columns}
          rows={data?.rows}
          {...(isSuperAdmin(held) && { foldBelow: '58rem', hasMany: true })}
        />
      </ListFrame>
      {data && <Pagination page={data.page} pageSize={PAGE_SIZE} count={data.count} linkTo={linkTo} />}
      <DeactivateDialog user={leaver} mayReassign={isSuperAdmin(held)} onClose={() => setLeaver(undefined)} />
      <ResetPasswordDialog user={forgetful} onClose={() => setForgetful(undefined)} />
    </>
  )
}

type Ask = (user: User) => void

const actions = (held: readonly Role[], me: Me, onReset: Ask, onDeactivate: Ask): Column<User> => ({
  header: 'Actions',
  cell: (user) => {
    if (isSuperAdmin(held) && user.id === me.id) return <Nothing>This is you</Nothing>
    if (!looksAfter(held, me.id, user)) return <Nothing>—</Nothing>
    const deactivate = () => onDeactivate(user)
    if (!isSuperAdmin(held)) return <CareActions user={user} onDeactivate={deactivate} />
    return <UserActions user={user} onReset={() => onReset(user)} onDeactivate={deactivate} />
  },
  // On a card the controls take its whole width, below their label.
  className: 'folded:grid-cols-1 folded:gap-1.5',
})

const aboutTheUser: Column<User>[] = [
  {
    header: 'User',
    cell: (user) => <UserCell user={user} />,
    className: 'unfolded:w-full unfolded:max-w-0 unfolded:min-w-56',
  },
  { header: 'Roles', cell: (user) => <RolesCell user={user} />, className: 'unfolded:min-w-56' },
  { header: 'Joined', cell: (user) => <JoinedCell user={user} /> },
]

const Nothing = ({ children }: { children: string }) => <span className="text-ink-soft">{children}</span>
