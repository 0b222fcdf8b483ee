import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { roles } from '../me/role.ts'
import { permissionsQuery } from './role-queries.ts'
import { RoleRow } from './role-row.tsx'

export function RoleList() {
  const { data, isError, refetch } = useQuery(permissionsQuery())
  if (isError && !data) {
    return (
      <Card>
        <ErrorState title="The roles’ permissions could not be loaded." onRetry={() => void refetch()} />
      </Card>
    )
  }
  return (
    <Card className="[&>:first-child]:border-t-0">
      {roles.map((role) => (
        <RoleRow key={role} role={role} permissions={data?.filter((permission) => permission.role === role)} />
      ))}
    </Card>
  )
}
