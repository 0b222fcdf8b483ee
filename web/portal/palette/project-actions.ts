import { CircleDot, FileText } from 'lucide-react'
import { changeClients } from '../clients/change-clients.ts'
import { statusLabels as clientLabels, type ProspectStatus, statusBadge } from '../clients/client.ts'
import type { NamedClient } from '../clients/clients-by-name-query.ts'
import { type ProjectStatus, statusLabels } from '../project-status/project-status.ts'
import { changeProjects, toStatus } from '../projects/change-projects.ts'
import type { NamedProject } from '../projects/projects-by-name-query.ts'
import { toNextUpdate } from '../updates/use-project-from-address.ts'
import { writeNow } from '../writes/write-now.ts'
import { action, type Entry } from './entries.ts'

/** The action that sets the status of projects, for those that have another one. */
export const projectStatusActions = (projects: readonly NamedProject[], status: ProjectStatus): Entry[] =>
  projects
    .filter((project) => project.status !== status)
    .map((project) => ({
      ...action(`status/${project.id}`, `Mark ${project.name} ${statusLabels[status]}`, project.clients?.name),
      Icon: CircleDot,
      run: (client) => writeNow(client, changeProjects, [toStatus(project, status)]),
    }))

export const clientStatusActions = (clients: readonly NamedClient[], status: ProspectStatus): Entry[] =>
  clients
    .filter(({ prospect_status }) => statusBadge(prospect_status).status !== status)
    .map(({ id, name, company_name, prospect_status }) => ({
      ...action(`status/${id}`, `Mark ${name} ${clientLabels[status]}`, company_name),
      Icon: CircleDot,
      run: (client) =>
        writeNow(client, changeClients, [{ id, name, from: { prospect_status }, to: { prospect_status: status } }]),
    }))

/** The action that leads to the form for a new update, with the typed title. */
export const updateActions = (projects: readonly NamedProject[], title: string): Entry[] =>
  projects.map(({ id, name, client_id, clients }) => ({
    ...action(`update/${id}`, `Write an update on ${name}`, clients?.name),
    Icon: FileText,
    to: toNextUpdate(client_id, id, title),
  }))
