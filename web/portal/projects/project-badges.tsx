import { Badge } from '../../ui/badge.tsx'
import { type Project, priorityLabels, priorityTones, statusLabels, statusTones, typeLabels } from './project.ts'

export const StatusBadge = ({ status }: Pick<Project, 'status'>) => (
  <Badge tone={statusTones[status]} className="whitespace-nowrap">
    {statusLabels[status]}
  </Badge>
)

export const PriorityBadge = ({ priority }: Pick<Project, 'priority'>) => (
  <Badge tone={priorityTones[priority]}>{priorityLabels[priority]}</Badge>
)

export const TypeBadge = ({ project_type }: Pick<Project, 'project_type'>) => (
  <Badge className="whitespace-nowrap tight:whitespace-normal tight:rounded-lg tight:px-2 tight:leading-tight">
    {typeLabels[project_type]}
  </Badge>
)
