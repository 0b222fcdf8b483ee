import { allRows, exportOf } from '../list/export-list.ts'
import { statusLabels } from '../project-status/project-status.ts'
import { type ListedProject, priorityLabels, typeLabels } from './project.ts'
import { type ProjectsShown, readProjects } from './project-queries.ts'

export const exportProjects = exportOf<ProjectsShown, ListedProject>({
  name: 'projects',
  columns: [
    { heading: 'Project', cell: ({ name }) => name },
    { heading: 'Client', cell: ({ clients }) => clients?.name },
    { heading: 'Agency', cell: ({ agencies }) => agencies?.name },
    { heading: 'Type', cell: ({ project_type }) => typeLabels[project_type] },
    { heading: 'Status', cell: ({ status }) => statusLabels[status] },
    { heading: 'Priority', cell: ({ priority }) => priorityLabels[priority] },
    { heading: 'Assigned To', cell: ({ assignee }) => assignee?.display_name },
    { heading: 'Budget', cell: ({ budget }) => (budget === null ? '' : String(budget)) },
    { heading: 'Start Date', cell: ({ start_date }) => start_date },
    { heading: 'Target Date', cell: ({ target_completion_date }) => target_completion_date },
    { heading: 'Completed', cell: ({ actual_completion_date }) => actual_completion_date },
    { heading: 'Description', cell: ({ description }) => description },
    { heading: 'Id', cell: ({ id }) => id },
  ],
  read: (shown, signal) => allRows(readProjects(shown, signal)),
})
