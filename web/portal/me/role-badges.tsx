import { cn } from '../../lib/cn.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Role, roles, roleTones } from './role.ts'

/** The roles of a person, the strongest first. */
export function RoleBadges({ held, className }: { held: readonly Role[]; className?: string }) {
  return (
    <span className={cn('flex flex-wrap gap-1.5', className)}>
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
