import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { clientsByNameQuery } from '../clients/clients-by-name-query.ts'
import { enquiriesQuery } from '../enquiries/enquiry-queries.ts'
import { useEnquiriesAccess } from '../enquiries/use-enquiries-access.ts'
import type { ListPage } from '../list/fetch-page.ts'
import { useMe } from '../me/me.ts'
import { useMyProfile } from '../me/me-queries.ts'
import { projectsByNameQuery } from '../projects/projects-by-name-query.ts'
import { type Command, parseCommand } from './command.ts'
import { contactActions } from './contact-actions.ts'
import { replyActions } from './enquiry-actions.ts'
import { type Entry, exactMatches } from './entries.ts'
import { noteActions } from './note-actions.ts'
import { clientStatusActions, projectStatusActions, updateActions } from './project-actions.ts'

/** The most actions that the palette lists; more would hide the other results. */
const MOST = 8

/**
 * The actions that the typed words ask for and the person may do; none until their target is known. An exact match of a
 * name comes first: Enter on a name never changes something else.
 */
export function useActions(typed: string) {
  const me = useMe().id
  const agencyId = useMyProfile().data?.agency_id
  const readsEnquiries = useEnquiriesAccess() ?? false
  const command = parseCommand(typed)
  const name = command?.name ?? ''
  const asks = (...verbs: Command['verb'][]) => command !== undefined && verbs.includes(command.verb)

  const projects = useQuery({ ...projectsByNameQuery(name), enabled: asks('status', 'note', 'update') })
  const clients = useQuery({ ...clientsByNameQuery(name), enabled: asks('status', 'note', 'contact') })
  const enquiries = useQuery({
    ...enquiriesQuery({ page: 1, search: name, sorting: undefined, view: 'waiting', cameBy: '', me }),
    enabled: asks('reply') && readsEnquiries,
  })

  // A command with a text after a colon is never the name of a client or project.
  const mayBeName = command !== undefined && !('text' in command && command.text !== '')
  const projectsSo = useQuery({ ...projectsByNameQuery(typed), enabled: mayBeName })
  const clientsSo = useQuery({ ...clientsByNameQuery(typed), enabled: mayBeName })

  const queries = [projects, clients, enquiries, projectsSo, clientsSo]
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
      case 'note':
        return noteActions(named, command.text, me)
      case 'update':
        return updateActions(named.projects, command.text)
      case 'contact':
        return contactActions(named.clients, command, { me, agencyId })
      case 'reply':
        return readsEnquiries ? replyActions(rowsOf(enquiries), me) : []
    }
  }
}

type NamedRows = Parameters<typeof noteActions>[0]

const statusActions = (named: NamedRows, { ofProject, ofClient }: Extract<Command, { verb: 'status' }>): Entry[] => [
  ...(ofProject ? projectStatusActions(named.projects, ofProject) : []),
  ...(ofClient ? clientStatusActions(named.clients, ofClient) : []),
]

/** Returns the rows of a query, but none while they belong to the previous search. */
const rowsOf = <Row>({ data, isPlaceholderData }: UseQueryResult<ListPage<Row>>): readonly Row[] =>
  isPlaceholderData ? [] : (data?.rows ?? [])
