import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { roles } from '../me/role.ts'
import { RoleCard } from './role-card.tsx'
import { permissionsQuery } from './role-queries.ts'

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
    <div className="grid grid-cols-1 gap-6">
      {roles.map((role) => (
        <RoleCard key={role} role={role} permissions={data?.filter((permission) => permission.role === role)} />
      ))}
    </div>
  )
}
