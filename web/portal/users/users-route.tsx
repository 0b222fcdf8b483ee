import { useQuery } from '@tanstack/react-query'
import { Mail, UserPlus } from 'lucide-react'
import { lazy } from 'react'
import { formatCount } from '../../lib/formats.ts'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { LazyButton } from '../../ui/lazy-button.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { AgencyFilter, useAgencyFilter } from '../list/agency-filter.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { Filter } from '../list/filter.tsx'
import { ListFoot } from '../list/list-foot.tsx'
import { useAddressFilter } from '../list/use-address-filter.ts'
import { useListParams } from '../list/use-list-params.ts'
import { useSorting } from '../list/use-sorting.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { isAdminType, isSuperAdmin, type Role, roles } from '../me/role.ts'
import { loadChunk } from '../offline/load-chunk.ts'
import { AccessDenied } from '../page/access-denied.tsx'
import { LoadingPage } from '../page/loading-page.tsx'
import { Page } from '../page/page.tsx'
import { type BuiltInViews, Views } from '../saved-views/views.tsx'
import { exportUsers } from './export-users.ts'
import { sortKeys, usersQuery } from './user-queries.ts'
import { UserTable } from './user-table.tsx'

// Rows are shown before the code of the forms has loaded.
const AddUserDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./add-user-dialog.tsx')).AddUserDialog })),
)
const InviteDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog })),
)

/** The saved views need one built-in view to return to. */
const readyViews: BuiltInViews = { filter: 'role', choices: [{ value: '', label: 'All' }] }

const TITLE = 'User Management'
const DESCRIPTION = 'Who can sign in, and what they can do.'

export default function UsersRoute() {
  const held = useMyRoles()
  if (!held) return <LoadingPage title={TITLE} description={DESCRIPTION} />
  if (!isAdminType(held)) return <AccessDenied title={TITLE} to="view user management" />
  return <Users held={held} />
}

/** The screen; `held` are the roles of the signed-in person. */
function Users({ held }: { held: readonly Role[] }) {
  const { search, page, searchFor, linkTo } = useListParams()
  const [role, filterByRole] = useAddressFilter('role', roles)
  const [agencyId, filterByAgency] = useAgencyFilter()
  const { sorting, linkTo: sortedBy } = useSorting(sortKeys)
  const shown = { search, role, agencyId, sorting }
  const users = useQuery(usersQuery({ ...shown, page }))
  const count = users.data?.count
  const isNarrowed = search !== '' || role !== undefined || agencyId !== ''

  return (
    <Page
      isWide
      title={TITLE}
      description={DESCRIPTION}
      action={<WaysToAdd held={held} agencyId={agencyId} isTime={!users.isPending} />}
    >
      <Card aria-busy={users.isFetching}>
        <CardHeader>
          <div className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <CardTitle>{count === undefined ? 'Users' : `Users (${formatCount(count)})`}</CardTitle>
            <Views list="users" ready={readyViews} chosen={role} />
            <ExportButton write={exportUsers} shown={shown} count={count} />
          </div>
          <div className="flex w-full flex-wrap gap-2">
            <SearchBox
              label="Search users"
              placeholder="Search by name, email or ID"
              value={search}
              onSearch={searchFor}
            />
            <RoleFilter role={role} onChange={filterByRole} />
            {isSuperAdmin(held) && (
              <AgencyFilter value={agencyId} onChange={filterByAgency} className="min-w-32 max-sm:flex-1 sm:w-48" />
            )}
          </div>
        </CardHeader>
        <p role="status" className="sr-only">
          {isNarrowed && count !== undefined && !users.isPlaceholderData && `${formatCount(count)} found`}
        </p>
        <UserTable
          users={users}
          held={held}
          isNarrowed={isNarrowed}
          linkTo={linkTo}
          sorted={{ sorting, linkTo: sortedBy }}
        />
      </Card>
      <ListFoot to="/dashboard/audit?kind=accounts">Audit</ListFoot>
    </Page>
  )
}

function WaysToAdd({ isTime, ...props }: { held: readonly Role[]; agencyId: string; isTime: boolean }) {
  return (
    // The two buttons form one control: inviting comes first, and adding a user with a password behind it.
    <div className="flex shrink-0 max-sm:w-full *:max-sm:grow *:first:rounded-r-none *:last:rounded-l-none *:last:border-l-0">
      <LazyButton label="Invite" Icon={Mail} isTime={isTime}>
        <InviteDialog {...props} variant="primary" />
      </LazyButton>
      <LazyButton label="Add User" Icon={UserPlus} variant="outline" isTime={isTime}>
        <AddUserDialog {...props} />
      </LazyButton>
    </div>
  )
}

const RoleFilter = ({ role, onChange }: { role: Role | undefined; onChange: (role: string) => void }) => (
  <Filter
    label="Filter by role"
    all="All roles"
    choices={roles.map((known) => ({ value: known, label: known }))}
    value={role ?? ''}
    onChange={onChange}
    className="min-w-32 max-sm:flex-1 sm:w-40"
  />
)
