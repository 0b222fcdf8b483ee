import { useQuery } from '@tanstack/react-query'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Select } from '../../ui/input.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { useAddressFilter } from '../list/use-address-filter.ts'
import { useListParams } from '../list/use-list-params.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { isAdminType, type Role, roles } from '../me/role.ts'
import { AccessDenied } from '../shell/access-denied.tsx'
import { LoadingPage } from '../shell/loading-page.tsx'
import { Page } from '../shell/page.tsx'
import { AddUserDialog } from './add-user-dialog.tsx'
import { exportUsers } from './export-users.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { usersQuery } from './user-queries.ts'
import { UserTable } from './user-table.tsx'

const TITLE = 'User Management'
const DESCRIPTION = 'The people who sign in here, and what they may do.'

export default function UsersRoute() {
  const held = useMyRoles()
  if (!held) return <LoadingPage title={TITLE} description={DESCRIPTION} />
  if (!isAdminType(held)) return <AccessDenied title={TITLE} to="view user management" />
  return <Users held={held} />
}

/** `held`: the roles of the person at the screen. */
function Users({ held }: { held: readonly Role[] }) {
  const { search, page, searchFor, linkTo } = useListParams()
  const [role, filterByRole] = useAddressFilter('role', roles)
  const users = useQuery(usersQuery({ search, page, role }))
  const count = users.data?.count
  const isNarrowed = search !== '' || role !== undefined

  return (
    <Page
      isWide
      title={TITLE}
      description={DESCRIPTION}
      action={
        <div className="flex flex-wrap gap-3">
          <InviteDialog held={held} />
          <AddUserDialog held={held} />
        </div>
      }
    >
      <Card aria-busy={users.isFetching}>
        <CardHeader>
          <CardTitle>{count === undefined ? 'Users' : `Users (${count})`}</CardTitle>
          <div className="flex w-full flex-wrap gap-3 sm:w-auto sm:grow sm:flex-nowrap sm:justify-end">
            <SearchBox
              label="Search users"
              placeholder="Search by name, email or ID"
              value={search}
              onSearch={searchFor}
            />
            <Select
              aria-label="Filter by role"
              value={role ?? ''}
              onChange={(event) => filterByRole(event.target.value)}
              className="sm:w-40"
            >
              <option value="">All roles</option>
              {roles.map((known) => (
                <option key={known} value={known}>
                  {known}
                </option>
              ))}
            </Select>
            <ExportButton write={exportUsers} shown={{ search, role }} count={count} />
          </div>
        </CardHeader>
        <p role="status" className="sr-only">
          {isNarrowed && count !== undefined && !users.isPlaceholderData && `${count} found`}
        </p>
        <UserTable users={users} held={held} isNarrowed={isNarrowed} linkTo={linkTo} />
      </Card>
    </Page>
  )
}
