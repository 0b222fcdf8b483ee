import {
  type Ask,
  BEN,
  containing,
  counted,
  deep,
  howMany,
  inDays,
  keystroke,
  MONTHS_TO_SEND_MS,
  monthsToSend,
  numbered,
  OPEN,
  openSteps,
  page,
  palette,
  projects,
  range,
  request,
  rows,
} from './portal-requests.ts'

type Query = Record<string, string>

/** The embeds of a row of the list of clients (web/portal/clients/client-queries.ts). */
const WITH_MANAGER = '*,manager:user_profiles!looked_after_by(display_name)'
const NOTHING_YET = `(or(prospect_status.is.null,prospect_status.eq.prospect,prospect_status.eq.active),or(plan_since.is.null,plan_since.lte.${inDays(0)}),or(last_content_update_at.is.null,last_content_update_at.lt.${inDays(0)}))`

/** The requests of web/portal/home/needs-queries.ts that name no person */
const waiting = (own: Query) => [
  request('GET', 'update_reach', {
    select: 'update_id,title,shown_at,project_id,client_name,times_opened,answer_by',
    update_type: 'eq.review',
    is_answered: 'eq.false',
    ...own,
    order: 'answer_by.asc,shown_at.asc,update_id.asc',
    limit: '3',
  }),
  counted(
    request('GET', 'clients', {
      select: 'id,name,plan',
      plan: 'not.is.null',
      and: NOTHING_YET,
      ...own,
      order: 'last_content_update_at.asc.nullsfirst,id.asc',
      limit: '3',
    }),
  ),
  request('GET', 'client_requests', {
    select: 'id,title,status,created_at,client:clients(id,name)',
    closed_at: 'is.null',
    ...own,
    order: 'created_at.asc,id.asc',
    limit: '10',
  }),
]

/** The requests of web/portal/home/needs-queries.ts about the work of one person */
const mine = () => [
  counted(
    request('GET', 'projects', {
      select: 'id,name,target_completion_date,clients(name)',
      assigned_to: `eq.${BEN}`,
      status: OPEN,
      target_completion_date: `lte.${inDays(7)}`,
      order: 'target_completion_date.asc,id.asc',
      limit: '3',
    }),
  ),
  ...openSteps({ assigned_to: `eq.${BEN}`, due_on: `lte.${inDays(7)}`, limit: '3' }),
  counted(
    request('GET', 'clients', {
      select: 'id,name,next_contact_on,next_contact_note',
      looked_after_by: `eq.${BEN}`,
      next_contact_on: `lte.${inDays(0)}`,
      order: 'next_contact_on.asc,id.asc',
      limit: '3',
    }),
  ),
]

/** The last step of web/portal/updates/update-queries.ts */
const updatesOfProject = [
  counted(
    request('GET', 'project_updates', {
      select: '*,project:projects(name),author:user_profiles(display_name)',
      project_id: `in.(${numbered('d1', 0, 0)})`,
      order: 'created_at.desc,id.desc',
      ...range(0, 10),
    }),
  ),
]

/**
 * What the portal asks for an agency, to whose rows it narrows the requests of its staff (web/portal/me/own-agency.ts), or for a super
 * admin, who sees those of every agency.
 */
export const asksInAgency = (agencyId?: string): Ask[] => {
  const own: Query = agencyId === undefined ? {} : { agency_id: `eq.${agencyId}` }
  const listed = { select: WITH_MANAGER, ...own }
  return [
    rows('clients', [page('clients', listed)]),
    deep(rows('clients, page 10', [page('clients', listed, 10)])),
    rows('clients by name', [
      counted(
        request('GET', 'clients', {
          ...listed,
          order: 'search_text.asc.nullslast,created_at.desc,id.asc',
          ...range(0, 50),
        }),
      ),
    ]),
    rows('clients of a status', [page('clients', { ...listed, prospect_status: 'eq.paused' })]),
    keystroke('clients, "bakery"', [
      page('clients', { ...listed, or: '(search_text.like.%bakery%,people_text.like.%bakery%)' }),
    ]),
    keystroke('clients, nobody', [
      page('clients', { ...listed, or: '(search_text.like.%qqq%,people_text.like.%qqq%)' }),
    ]),
    rows('projects', projects(own)),
    deep(rows('projects, page 50', projects(own, 50))),
    rows('projects in review', projects({ ...own, status: 'eq.review' })),
    keystroke('projects, "website"', projects({ ...own, ...containing('website') })),
    keystroke('projects, none', projects({ ...own, ...containing('qqq') })),
    keystroke('projects, choosing a client', [
      request('GET', 'clients', {
        select: 'id,name,company_name,agency_id,agencies(name)',
        ...containing('bakery'),
        ...own,
        order: 'name.asc,id.asc',
        limit: '20',
      }),
    ]),
    rows('steps of everybody by day', openSteps(own)),
    rows('dashboard: five counts', [
      howMany('clients', own),
      howMany('projects', own),
      howMany('projects', { status: 'in.(planning,in_progress)', ...own }),
      howMany('projects', { status: 'eq.completed', ...own }),
      howMany('user_profiles', own),
    ]),
    rows('dashboard: what waits', waiting(own)),
    rows('dashboard: my work', mine()),
    { name: 'dashboard: months to send', budgetMs: MONTHS_TO_SEND_MS, steps: [monthsToSend] },
    rows('updates of a project', updatesOfProject),
    ...['bakery', 'website', 'bakrey', 'qqq'].map(palette),
  ]
}
