import { Badge } from '../../ui/badge.tsx'
import { type Role, roles, roleTones } from './role.ts'

/** The roles somebody holds, the strongest first. */
export function RoleBadges({ held }: { held: readonly Role[] }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {roles
        .filter((role) => held.includes(role))
        .reverse()
        .map((role) => (
          <RoleBadge key={role} role={role} />
        ))}
    </span>
  )
}

export const RoleBadge = ({ role }: { role: Role }) => <Badge tone={roleTones[role]}>{role}</Badge>
