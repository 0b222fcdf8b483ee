import { PageSpinner } from '../../ui/spinner.tsx'
import { useMyRoles } from '../me/me-queries.ts'
import { isAdminType } from '../me/role.ts'
import { AccessDenied } from '../shell/access-denied.tsx'
import { Placeholder } from '../shell/placeholder.tsx'

const TITLE = 'User Management'

export default function UsersRoute() {
  const roles = useMyRoles()
  if (!roles) return <PageSpinner />
  if (!isAdminType(roles)) return <AccessDenied title={TITLE} to="view user management" />
  return <Placeholder title={TITLE} text="The list of users is not available yet." />
}
