import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { clientsByNameQuery } from '../clients/clients-by-name-query.ts'
import { enquiriesQuery } from '../enquiries/enquiry-queries.ts'
import { useEnquiriesAccess } from '../enquiries/use-enquiries-access.ts'
import type { ListPage } from '../list/fetch-page.ts'
import { useMe } from '../me/me.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { isAdminType, isSuperAdmin } from '../me/role.ts'
import { staffQuery } from '../people/staff-query.ts'
import { projectsByNameQuery } from '../projects/projects-by-name-query.ts'
import { usersQuery } from '../users/user-queries.ts'
import { type Command, parseCommand } from './command.ts'
import { replyActions } from './enquiry-actions.ts'
import { type Entry, exactMatches } from './entries.ts'
import { noteActions } from './note-actions.ts'
import { deactivateActions, inviteActions } from './people-actions.ts'
import { assignActions, clientStatusActions, projectStatusActions, updateActions } from './project-actions.ts'

/** More actions would hide the other results. */
const MOST = 8

/**
 * The actions that the typed words ask for and the person may do; none until their target is known. An exact match of a
 * name comes first: Enter on a name never changes something else.
 */
export function useActions(typed: string) {
  const held = useMyRoles() ?? []
  const me = useMe().id
  const mayAssign = isSuperAdmin(held)
  const readsEnquiries = useEnquiriesAccess() ?? false
  const command = parseCommand(typed, { mayAssign })
  const name = command?.name ?? ''
  const asks = (...verbs: Command['verb'][]) => command !== undefined && verbs.includes(command.verb)

  const projects = useQuery({ ...projectsByNameQuery(name), enabled: asks('status', 'assign', 'note', 'update') })
  const clients = useQuery({ ...clientsByNameQuery(name), enabled: asks('status', 'note') })
  const agencies = projects.data?.map(({ agency_id }) => agency_id) ?? []
  const staff = useQuery({ ...staffQuery(agencies), enabled: asks('assign') && mayAssign && agencies.length > 0 })
  const page = { page: 1, search: name, sorting: undefined }
  const people = useQuery({
    ...usersQuery({ ...page, role: undefined, agencyId: '' }),
    enabled: asks('deactivate') && isAdminType(held),
  })
  const enquiries = useQuery({
    ...enquiriesQuery({ ...page, view: 'waiting', me }),
    enabled: asks('reply') && readsEnquiries,
  })

  // No client or project is called like a command with a text.
  const mayBeName = command !== undefined && !('text' in command && command.text !== '')
  const projectsSo = useQuery({ ...projectsByNameQuery(typed), enabled: mayBeName })
  const clientsSo = useQuery({ ...clientsByNameQuery(typed), enabled: mayBeName })

  const queries = [projects, clients, staff, people, enquiries, projectsSo, clientsSo]
  const isFetching = queries.some((query) => query.isFetching)
  const actions = command && !isFetching ? actionsOf(command).slice(0, MOST) : []
  const so = { projects: projectsSo.data ?? [], clients: clientsSo.data ?? [] }
  return {
    entries: actions.length > 0 ? [...exactMatches(typed, so), ...actions] : [],
    isFetching,
    isError: queries.some(({ isError }) => isError),
  }

  function actionsOf(command: Command): Entry[] {
    const named = { projects: projects.data ?? [], clients: clients.data ?? [] }
    switch (command.verb) {
      case 'status':
        return statusActions(named, command)
      case 'assign':
        return mayAssign ? assignActions(named.projects, staff.data ?? [], command.to) : []
      case 'note':
        return noteActions(named, command.text, me)
      case 'update':
        return updateActions(named.projects, command.text)
      case 'deactivate':
        return deactivateActions(rowsOf(people), held, me)
      case 'reply':
        return readsEnquiries ? replyActions(rowsOf(enquiries), me) : []
      case 'invite':
        return inviteActions(command, held)
    }
  }
}

type NamedRows = Parameters<typeof noteActions>[0]

const statusActions = (named: NamedRows, { ofProject, ofClient }: Extract<Command, { verb: 'status' }>): Entry[] => [
  ...(ofProject ? projectStatusActions(named.projects, ofProject) : []),
  ...(ofClient ? clientStatusActions(named.clients, ofClient) : []),
]

/** Rows of the previous search do not answer these words. */
const rowsOf = <Row>({ data, isPlaceholderData }: UseQueryResult<ListPage<Row>>): readonly Row[] =>
  isPlaceholderData ? [] : (data?.rows ?? [])
