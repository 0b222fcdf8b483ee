import type { Project } from '../../lib/row-types.ts'
import { Badge } from '../../ui/badge.tsx'
import { statusLabels, statusTones } from './project-status.ts'

export const StatusBadge = ({ status }: Pick<Project, 'status'>) => (
  <Badge tone={statusTones[status]} className="whitespace-nowrap">
    {statusLabels[status]}
  </Badge>
)
