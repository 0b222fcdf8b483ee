import { cn } from '../../lib/cn.ts'
import { Badge } from '../../ui/badge.tsx'
import { LaterHint } from '../../ui/later-tooltip.tsx'
import { type Role, roleDescriptions, roles, roleTones } from './role.ts'

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

/** A role, with what it may do as a tooltip. */
export const RoleBadge = ({ role }: { role: Role }) => (
  <LaterHint text={roleDescriptions[role]} className="rounded-full">
    <Badge tone={roleTones[role]}>{role}</Badge>
  </LaterHint>
)
