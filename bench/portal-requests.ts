/**
 * The requests of the portal's screens, as supabase-js writes them. The bench must not import from the portal, so they
 * are written down again; each names the file of `web/portal` that it repeats.
 */
export type Request = { method: 'GET' | 'HEAD'; path: string; headers?: Record<string, string> }

/** Sends the request as the caller that `headers` name. */
export const send = (url: string, { method, path, headers: own }: Request, headers: Record<string, string>) =>
  fetch(url + path, { method, headers: { ...headers, ...own } })

export type Ask = {
  name: string
  budgetMs: number
  /** True for a page far beyond the first, which only a large agency has. */
  isDeep?: boolean
  /** The steps run one after the other, the requests of a step at once. */
  steps: Request[][]
}

/** Adds the total to a request, for lists that show it. */
export const counted = (one: Request): Request => ({ ...one, headers: { prefer: 'count=exact' } })

const FIRST_ROWS_MS = 500
const KEYSTROKE_MS = 150
const PALETTE_MS = 100
/** Every dashboard asks for the months to send, also where there are none. */
export const MONTHS_TO_SEND_MS = 150

export const rows = (name: string, ...steps: Request[][]): Ask => ({ name, budgetMs: FIRST_ROWS_MS, steps })
export const keystroke = (name: string, ...steps: Request[][]): Ask => ({ name, budgetMs: KEYSTROKE_MS, steps })

export const deep = (ask: Ask): Ask => ({ ...ask, isDeep: true })

/** The requests of web/portal/palette/find-anything-query.ts */
export const palette = (typed: string): Ask => ({
  name: `palette, "${typed}"`,
  budgetMs: PALETTE_MS,
  steps: [[{ method: 'GET', path: `/rest/v1/rpc/find_anything?${new URLSearchParams({ typed })}` }]],
})

/** The lists that name the agency of the staff who read them (web/portal/me/own-agency.ts), unless they name a client. */
const LIST_OF_AGENCY = /^\/rest\/v1\/(clients|projects|project_steps|update_reach)\?(?!.*client_id=)/

/** What a member of the staff asks instead: the same of their agency. */
export const inAgency = (agencyId: string, { steps, ...ask }: Ask): Ask => ({
  ...ask,
  steps: steps.map((step) =>
    step.map((one) => (LIST_OF_AGENCY.test(one.path) ? { ...one, path: `${one.path}&agency_id=eq.${agencyId}` } : one)),
  ),
})

type Query = Record<string, string>

export function request(method: Request['method'], table: string, query: Query): Request {
  return { method, path: `/rest/v1/${table}?${new URLSearchParams(query)}` }
}

export const howMany = (table: string, query: Query = {}) => counted(request('HEAD', table, { select: '*', ...query }))

const newestFirst = (table: string, query: Query, limit: number, offset = 0) =>
  counted(request('GET', table, { select: '*', ...query, order: 'created_at.desc,id.asc', ...range(offset, limit) }))

export const range = (offset: number, limit: number) => ({ offset: String(offset), limit: String(limit) })

/** A page of a list, as `fetchPage` of web/portal/list/fetch-page.ts requests it */
export const page = (table: string, query: Query, number = 1) => newestFirst(table, query, 50, (number - 1) * 50)

/** The id of the long-standing client in large-agency.sql, and the numbers of its rows. */
const longStanding = 'c0000000-0000-4000-8000-000000000001'
export const numbered = (prefix: string, from: number, to: number) =>
  Array.from(
    { length: to - from + 1 },
    (_, index) => `${prefix}000000-0000-4000-8000-${String(from + index).padStart(12, '0')}`,
  )

/** A search filter, as `containing` of web/lib/search-filter.ts */
export const containing = (typed: string): Query => (typed === '' ? {} : { search_text: `like.%${typed}%` })

/** The requests of web/portal/home/stats-query.ts */
const dashboard = [
  howMany('clients'),
  howMany('projects'),
  howMany('projects', { status: 'in.(planning,in_progress)' }),
  howMany('projects', { status: 'eq.completed' }),
  howMany('user_profiles'),
]

/** The requests of web/portal/home/client-reach-queries.ts */
const waitingForClients = [
  {
    times_opened: 'eq.0',
    shown_at: `gte.${new Date(Date.now() - 60 * 24 * 60 * 60_000).toISOString()}`,
    order: 'shown_at.desc,update_id.asc',
  },
  { update_type: 'eq.review', is_answered: 'eq.false', order: 'shown_at.asc,update_id.asc' },
].map((query) =>
  request('GET', 'update_reach', {
    select: 'update_id,title,shown_at,project_id,project_name,client_id,client_name',
    ...query,
    limit: '5',
  }),
)

/** The request of web/portal/months/month-queries.ts */
export const monthsToSend = [counted(request('GET', 'rpc/months_to_send', { limit: '100' }))]

/** The requests of web/portal/clients/client-queries.ts */
const clients = (typed = '', number = 1) => [page('clients', containing(typed), number)]
const clientsBy = (column: string) => [
  counted(
    request('GET', 'clients', {
      select: '*',
      order: `${column}.asc.nullslast,created_at.desc,id.asc`,
      ...range(0, 50),
    }),
  ),
]

/** The requests of web/portal/projects/project-queries.ts */
export const projects = (query: Query = {}, number = 1) => [
  page(
    'projects',
    { select: '*,clients(name,search_text),agencies(name),assignee:user_profiles!assigned_to(display_name)', ...query },
    number,
  ),
]
const projectsWith = (typed: string) => projects(containing(typed))
const clientChoices = (typed: string) => [
  request('GET', 'clients', {
    select: 'id,name,company_name,agency_id,agencies(name)',
    ...containing(typed),
    order: 'name.asc,id.asc',
    limit: '20',
  }),
]

export const OPEN = 'in.(planning,in_progress,review,on_hold)'
export const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10)
/** Ben of supabase/seed.sql, to whom large-agency.sql gives every hundredth step. */
export const BEN = 'b0000000-0000-4000-8000-000000000002'

/** The requests of web/portal/steps-by-day/steps-by-day-query.ts and web/portal/home/needs-queries.ts */
export const openSteps = (query: Query) => [
  counted(
    request('GET', 'project_steps', {
      select: '*,assignee:user_profiles!assigned_to(display_name),project:projects!inner(id,name,status)',
      is_done: 'eq.false',
      'project.status': OPEN,
      order: 'due_on.asc.nullslast,created_at.asc,id.asc',
      ...range(0, 50),
      ...query,
    }),
  ),
]

/** The requests of web/portal/users/user-queries.ts: a page of people, then the roles of those on it. */
const users = (query: Query = {}, number = 1) => [
  [page('user_profiles', { select: 'id,display_name,avatar_url,created_at', ...query }, number)],
  [request('GET', 'user_roles', { select: 'user_id,role', user_id: `in.(${numbered('b1', 1, 50)})` })],
]

/**
 * The requests of web/portal/updates/update-queries.ts: the client's projects, their newest updates, the attachments of
 * each.
 */
const updateHistory = [
  [
    request('GET', 'projects', {
      select: 'id',
      client_id: `eq.${longStanding}`,
      order: 'id.asc',
      ...range(0, 1000),
    }),
  ],
  [numbered('d2', 1, 100), numbered('d2', 101, 200)].map((ids) =>
    counted(
      request('GET', 'project_updates', {
        select: '*,project:projects(name),author:user_profiles(display_name)',
        project_id: `in.(${ids})`,
        order: 'created_at.desc,id.desc',
        ...range(0, 10),
      }),
    ),
  ),
  numbered('e2', 1, 10).map((id) =>
    request('GET', 'client_update_attachments', {
      select: '*',
      update_id: `eq.${id}`,
      order: 'created_at.asc,id.asc',
    }),
  ),
]

/** The requests of web/portal/notes/notebook.ts */
const notes = (table: string, query: Query) => [
  newestFirst(table, { select: '*,author:user_profiles!staff_id(display_name)', ...query }, 20),
]

export const lists: Ask[] = [
  rows('dashboard: five counts', dashboard),
  rows('dashboard: what waits for clients', waitingForClients),
  { name: 'dashboard: months to send', budgetMs: MONTHS_TO_SEND_MS, steps: [monthsToSend] },
  rows('clients', clients()),
  deep(rows('clients, page 200', clients('', 200))),
  keystroke('clients, "a"', clients('a')),
  keystroke('clients, "bakery"', clients('bakery')),
  keystroke('clients, one of them', clients('bakery 5428')),
  keystroke('clients, nobody', clients('qqq')),
  rows('projects', projects()),
  deep(rows('projects, page 500', projects({}, 500))),
  rows('projects in review', projects({ status: 'eq.review' })),
  rows('projects, two filters', projects({ status: 'eq.on_hold', project_type: 'eq.consultation' })),
  rows('projects with overdue steps', projects({ next_step_on: `lt.${inDays(0)}`, status: OPEN })),
  rows('steps of one person by day', openSteps({ assigned_to: `eq.${BEN}` })),
  rows('steps of everybody by day', openSteps({})),
  deep(rows('steps of everybody by day, page 100', openSteps(range(4950, 50)))),
  rows(
    'dashboard: steps due within a week',
    openSteps({ assigned_to: `eq.${BEN}`, due_on: `lte.${inDays(7)}`, limit: '3' }),
  ),
  keystroke('projects, "a"', projectsWith('a')),
  keystroke('projects, "newsletter"', projectsWith('newsletter')),
  keystroke('projects, one client', projectsWith('bakery 5428')),
  keystroke('projects, none', projectsWith('qqq')),
  keystroke('projects, choosing a client', clientChoices('bakery')),
  ...['website', 'hel', 'garcia', 'bakery 5428', 'newslettre', 'qqq'].map(palette),
  rows('users', ...users()),
  deep(rows('users, page 10', ...users({}, 10))),
  rows(
    'users of a role',
    ...users({
      select: 'id,display_name,avatar_url,created_at,user_roles!inner()',
      'user_roles.role': 'eq.agency_staff',
    }),
  ),
  keystroke('users, "garcia"', ...users(containing('garcia'))),
  rows('a client with 206 projects: updates', ...updateHistory),
  rows('the same client: notes', notes('client_notes', { client_id: `eq.${longStanding}` })),
  rows('a project: notes', notes('project_notes', { project_id: 'eq.d1000000-0000-4000-8000-000000000101' })),
]

/**
 * The requests of the list of clients and of the palette, in an agency of this many clients; large-agency.sql and
 * growing-agency.ts give one in 23 the searched trade.
 */
export const asksOfClients = (count: number): Ask[] => [
  rows('first page', clients()),
  rows('page in the middle', clients('', Math.ceil(count / 100))),
  rows('first page by name', clientsBy('search_text')),
  rows('first page of one status', [page('clients', { prospect_status: 'eq.paused' })]),
  keystroke('search: one in 23', clients('bakery')),
  keystroke('search: nobody', clients('qqq')),
  rows('count alone', [howMany('clients')]),
  palette('bakery'),
  palette('bakrey'),
]
