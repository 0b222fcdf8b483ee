import { Badge } from '../../ui/badge.tsx'
import { type Project, priorityLabels, priorityTones, typeLabels } from './project.ts'

export const PriorityBadge = ({ priority }: Pick<Project, 'priority'>) => (
  <Badge tone={priorityTones[priority]}>{priorityLabels[priority]}</Badge>
)

export const TypeBadge = ({ project_type }: Pick<Project, 'project_type'>) => (
  <Badge className="whitespace-nowrap">{typeLabels[project_type]}</Badge>
)
