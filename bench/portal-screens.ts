/**
 * The portal's screens as somebody's tab keeps them: what each part asks for, and which tables make it stale when a
 * colleague changes them (web/portal/writes/stale-after.ts). The portal's files are named in portal-requests.ts, and here
 * where they are others.
 */
import {
  clients,
  dashboard,
  notes,
  projects,
  type Request,
  range,
  request,
  waitingForClients,
} from './portal-requests.ts'

type Row = Record<string, unknown>
/** Sends a request, and resolves with the rows of the answer. */
export type Send = (request: Request) => Promise<Row[]>
export type Part = { staleBy: readonly string[]; load(send: Send): Promise<unknown> }

const part = (staleBy: readonly string[], ...requests: Request[]): Part => ({
  staleBy,
  load: (send) => Promise.all(requests.map(send)),
})
const get = (table: string, query: Record<string, string>) => request('GET', table, query)

/** web/portal/notices/notice-queries.ts */
const notices = get('notices', {
  select:
    'id,created_at,read_at,actor:user_profiles!actor_id(display_name,avatar_url),' +
    'project:projects(id,name,client:clients(name)),enquiry:contact_submissions(id,name,business_name),' +
    'answer:update_answers(answer,name,update:project_updates(title,project:projects(id))),message:chat_messages(content),' +
    'client_note:client_notes(note_text,client:clients(id,name)),project_note:project_notes(note_text,project:projects(id,name))',
  order: 'created_at.desc,id.asc',
  limit: '50',
})
const toldOf = [
  'clients',
  'client_notes',
  'projects',
  'project_notes',
  'project_updates',
  'update_answers',
  'chat_messages',
  'notices',
]

/** Round every screen: the bell, and how much nobody has read. */
export const shell: Part[] = [part(toldOf, notices), part(['notices', 'chat_messages'], get('rpc/my_unread', {}))]

export const dashboardScreen = (me: string): Part[] => [
  part(['clients', 'projects'], ...dashboard),
  part(['clients', 'projects', 'project_updates', 'update_answers'], ...waitingForClients),
  // web/portal/home/my-cards-queries.ts
  part(
    ['clients', 'projects'],
    get('projects', {
      select: 'id,name,target_completion_date,clients(name)',
      assigned_to: `eq.${me}`,
      status: 'in.(planning,in_progress,review,on_hold)',
      target_completion_date: `lte.${new Date().toISOString().slice(0, 10)}`,
      order: 'target_completion_date.asc,id.asc',
      limit: '5',
    }),
  ),
]

export const clientsScreen = (typed = '', number = 1): Part[] => [part(['clients'], ...clients(typed, number))]

export const projectsScreen = (filters: Record<string, string> = {}): Part[] => [
  part(['clients', 'projects'], ...projects(filters)),
]

export const clientScreen = (id: string): Part[] => [
  part(['clients'], get('clients', { select: '*', id: `eq.${id}` })),
  // web/portal/clients/client-projects-query.ts, and projectChoicesQuery
  part(['clients', 'projects'], ofClient(id, 'id,name,status', 8), ofClient(id, 'id,name', 50)),
  part(['client_links', 'client_link_openings'], linksOf(id)),
  part(['password_vault'], get('password_vault', { select: 'id,title,username', client_id: `eq.${id}`, limit: '5' })),
  part(['client_notes'], ...notes('client_notes', { client_id: `eq.${id}` })),
  {
    staleBy: ['clients', 'projects', 'project_updates', 'client_update_attachments'],
    load: (send) => updatesOf(id, send),
  },
]

const ofClient = (id: string, select: string, limit: number) =>
  get('projects', { select, client_id: `eq.${id}`, order: 'created_at.desc,id.asc', ...range(0, limit) })

/** web/portal/client-links/link-queries.ts */
const linksOf = (id: string) =>
  get('client_links', {
    select: '*,author:user_profiles(display_name),openings:client_link_openings(opened_at)',
    client_id: `eq.${id}`,
    update_id: 'is.null',
    order: 'created_at.desc,id.asc',
    limit: '100',
    'openings.order': 'opened_at.desc',
    'openings.limit': '1',
  })

/** web/portal/updates/update-queries.ts: one after the other, since each asks for what the one before has found. */
async function updatesOf(id: string, send: Send) {
  const ids = await send(get('projects', { select: 'id', client_id: `eq.${id}`, order: 'id.asc', ...range(0, 1000) }))
  const updates = await send(
    get('project_updates', {
      select:
        '*,project:projects(name),author:user_profiles(display_name),' +
        'answer:update_answers(answer,comment,name,created_at),mails:client_mails(recipient,created_at)',
      project_id: `in.(${ids.map(idOf)})`,
      order: 'created_at.desc,id.desc',
      ...range(0, 10),
    }),
  )
  await Promise.all([
    send(
      get('update_reach', {
        select: 'update_id,times_opened,first_opened_at,last_opened_at',
        update_id: `in.(${updates.map(idOf)})`,
      }),
    ),
    ...updates.map((update) =>
      send(
        get('client_update_attachments', {
          select: '*',
          update_id: `eq.${idOf(update)}`,
          order: 'created_at.asc,id.asc',
        }),
      ),
    ),
  ])
}

const idOf = ({ id }: Row) => String(id)

/** web/portal/messages/chat-queries.ts; what is said comes by the chat's own socket. */
export const messagesScreen: Part[] = [
  part(
    [],
    get('chat_messages', {
      select:
        'id,number,sender_id,content,created_at,edited_at,deleted_at,metadata,sender:user_profiles(display_name,avatar_url)',
      room_id: 'eq.general',
      order: 'number.desc',
      limit: '100',
    }),
    get('rpc/chat_reads', {}),
    get('user_presence', {
      select: 'user_id,is_typing,user_profiles(display_name,avatar_url)',
      room_id: 'eq.general',
      is_online: 'eq.true',
    }),
  ),
]

export const paletteSearch = (typed: string) => get('rpc/find_anything', { typed })
