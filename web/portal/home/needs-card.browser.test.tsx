import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { addDays, today } from '../../lib/today.ts'
import { expectAccessible, expectTexts, horizontalOverflow, phoneAndDesktop } from '../../testing/expect.ts'
import { FakeBackend, refusal } from '../../testing/fake-backend.ts'
import { ana, ben, north, type Person } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { portalScreens } from '../../testing/portal-screens.ts'

const PROJECTS = '/rest/v1/projects'
const STEPS = '/rest/v1/project_steps'
const ENQUIRIES = '/rest/v1/contact_submissions'
const REACH = '/rest/v1/update_reach'
const NOTICES = '/rest/v1/notices'
const DAY_MS = 24 * 60 * 60 * 1000

const open = (backend: FakeBackend, as: Person = ben) =>
  Portal.open(backend, { screens: portalScreens, at: '/dashboard', as })
const card = () => page.getByRole('region', { name: 'Needs You' })
const lines = () => card().getByRole('listitem')

const answering = (rows: object[], count = rows.length) =>
  Response.json(rows, { headers: { 'content-range': `*/${count}` } })

const due = (name: string, days: number) => ({
  id: name,
  name,
  clients: { name: 'Corner Shop' },
  target_completion_date: addDays(today(), days),
})

const restOfMonth = (now: string) => vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })

it.each([
  ['2026-11-21T12:00:00Z', ['Corner Shop has nothing yet·Growth AI9 days left']],
  ['2026-11-20T12:00:00Z', []],
])('[dashboard.md#needs-you] on %s names who had nothing of their plan', async (now, said) => {
  restOfMonth(now)
  const backend = new FakeBackend()
  const client = { id: 'shop', name: 'Corner Shop', plan: 'Growth AI' }
  const asked: string[] = []
  backend.answer('GET', '/rest/v1/clients', ({ query }) => {
    const columns = String(query.select)
    // The contacts of the card are clients too.
    if (!columns.includes('plan')) return answering([])
    asked.push(columns)
    return answering([client])
  })
  open(backend)
  await expect.element(page.getByRole('region', { name: 'Numbers' })).toBeVisible()
  if (said.length > 0) await expect.element(lines()).toMatchTextContent(/Corner Shop has nothing yet.*9 days left/)
  else await expect.poll(() => asked).toEqual([])
  vi.useRealTimers()
})

function withDue(...projects: object[]) {
  const backend = new FakeBackend()
  backend.answer('GET', PROJECTS, () => answering(projects))
  return backend
}

const review = {
  update_id: 'sketches',
  title: 'Sketches',
  shown_at: new Date(Date.now() - 12 * DAY_MS - 1000).toISOString(),
  project_id: 'website',
  client_name: 'Clara Client',
  times_opened: 1,
  answer_by: null,
}

const mention = {
  ...{ id: 'mention', created_at: new Date().toISOString(), read_at: null, project: null, enquiry: null, answer: null },
  ...{ actor: { display_name: 'Ana Reyes', avatar_url: null }, client_note: null, project_note: null },
  message: { content: '@Ben look' },
}

it('[dashboard.md#needs-you] shows my open projects that are due within a week, the overdue first', async () => {
  const { backend } = open(withDue(due('Menu', -3), due('Logo', 2)))
  await expect.element(lines().first()).toMatchTextContent(/^Menu is overdue · Corner Shopsince [A-Z][a-z]{2} \d/)
  await expect.element(lines().nth(1)).toMatchTextContent(/^Logo is due · Corner Shop[A-Z][a-z]{2} \d/)
  await expectAccessible()
  expect(backend.sent('GET', PROJECTS).map(({ query }) => query)).toContainEqual({
    select: 'id,name,target_completion_date,clients(name)',
    assigned_to: `eq.${ben.id}`,
    status: 'in.(planning,in_progress,review,on_hold)',
    target_completion_date: `lte.${addDays(today(), 7)}`,
    order: 'target_completion_date.asc,id.asc',
    limit: '3',
  })
})

it('[dashboard.md#needs-you] shows my steps that are overdue or due within a week, once, and leads to all of them', async () => {
  const backend = withDue()
  const step = (title: string, days: number) => ({
    id: title,
    title,
    due_on: addDays(today(), days),
    project: { name: 'Website', status: 'review' },
  })
  backend.answer('GET', STEPS, () => answering([step('Texts', -1), step('Pictures', 3)], 4))
  const given = {
    ...mention,
    id: 'given',
    message: null,
    step: { ...step('Pictures', 3), project: { id: 'site', name: 'Website' } },
  }
  backend.answer('GET', NOTICES, () => Response.json([given]))
  backend.answer('PATCH', NOTICES, () => new Response(null, { status: 204 }))
  const portal = open(backend)
  await expect.element(lines()).toHaveLength(3)
  await expect.element(lines().first()).toMatchTextContent(/^Texts is overdue · Websitesince /)
  await expect.element(lines().nth(1)).toMatchTextContent(/^Pictures is due · Website/)
  await expect.element(lines().nth(2)).toMatchTextContent('2 more steps of yours are due')
  await expectAccessible()
  await lines().nth(1).getByRole('link').click()
  await expect.poll(() => portal.location).toBe('/dashboard/steps')
  expect(backend.sent('PATCH', NOTICES).map(({ query }) => query.id)).toEqual(['eq.given'])
  expect(backend.sent('GET', STEPS)[0]?.query).toMatchObject({
    assigned_to: `eq.${ben.id}`,
    is_done: 'eq.false',
    'project.status': 'in.(planning,in_progress,review,on_hold)',
    due_on: `lte.${addDays(today(), 7)}`,
    limit: '3',
  })
})

it('[dashboard.md#needs-you] shows the enquiries that wait to those who read them, and how many more', async () => {
  const backend = new FakeBackend({ agencies: [{ id: north, name: 'North', answers_website: true }] })
  const created_at = new Date(Date.now() - 3 * DAY_MS - 1000).toISOString()
  backend.answer('GET', ENQUIRIES, () =>
    answering([{ id: 'grace', name: 'Grace', business_name: 'Shop', created_at }], 5),
  )
  const portal = open(backend, ana)
  await expectTexts(lines(), ['Grace is waiting · Shop2 days late', '4 more enquiries are waiting'])
  await expect.element(lines().nth(1).getByRole('link')).toHaveAttribute('href', '/dashboard/enquiries?view=waiting')
  await expect.element(lines().first().getByRole('link')).toHaveAttribute('href', '/dashboard/enquiries/grace')
  expect(portal.backend.sent('GET', ENQUIRIES)[0]?.query).toMatchObject({ state: 'in.(new,taken)', limit: '3' })
})

it('[dashboard.md#needs-you] shows the reviews that wait longest for their client, and what colleagues mention', async () => {
  const backend = withDue()
  backend.answer('GET', REACH, () => Response.json([review]))
  backend.answer('GET', NOTICES, () => Response.json([mention]))
  const portal = open(backend)
  await expectTexts(lines(), [
    'Clara Client has not answered · Sketches12 days ago',
    'Ana Reyes mentioned you in the chat · @Ben lookjust now',
  ])
  const order = 'answer_by.asc,shown_at.asc,update_id.asc'
  const oldest = { update_type: 'eq.review', is_answered: 'eq.false', order, limit: '3' }
  expect(backend.sent('GET', REACH).map(({ query }) => query)).toMatchObject([oldest])
  await lines().first().getByRole('link').click()
  await expect.poll(() => portal.location).toBe('/dashboard/projects/website')
})

it('[dashboard.md#needs-you] shows a review whose day has passed in red', async () => {
  const backend = withDue()
  const late = { ...review, answer_by: addDays(today(), -1) }
  backend.answer('GET', REACH, () =>
    Response.json([late, { ...review, update_id: 'b', answer_by: addDays(today(), 1) }]),
  )
  open(backend)
  await expect
    .element(lines().first())
    .toMatchTextContent(/^Clara Client has not answered · Sketchesby [A-Z][a-z]{2} \d/)
  const color = (line: number) => lines().nth(line).getByText(/^by /).element().classList.contains('text-danger')
  expect([color(0), color(1)]).toEqual([true, false])
})

it('[dashboard.md#needs-you] marks a notice as read that is followed', async () => {
  const backend = withDue()
  backend.answer('GET', NOTICES, () => Response.json([mention]))
  backend.answer('PATCH', NOTICES, () => new Response(null, { status: 204 }))
  backend.answer('GET', '/rest/v1/chat_messages', () => Response.json([]))
  open(backend)
  await lines()
    .getByRole('link')
    .click({ modifiers: ['Control'] })
  await expect.poll(() => backend.sent('PATCH', NOTICES).map(({ query }) => query.id)).toEqual(['eq.mention'])
})

it('[dashboard.md#needs-you] is not there while nothing does', async () => {
  const { backend } = open(withDue())
  await expect.element(page.getByText('No recent activity to display.')).toBeVisible()
  await expect.poll(() => backend.sent('GET', NOTICES).length).toBeGreaterThan(0)
  await expect.element(card()).not.toBeInTheDocument()
  expect(backend.sent('GET', ENQUIRIES)).toEqual([])
})

it.each<[string, Person, string[]]>([
  ['no agency', { ...ana, agency_id: null }, [REACH]],
  ['no role but that of everybody', { ...ben, roles: ['user'] }, [REACH, NOTICES]],
])('[dashboard.md#needs-you] asks nothing that whoever has %s may not read', async (_what, person, paths) => {
  const { backend } = open(withDue(), person)
  await expect.element(page.getByRole('link', { name: 'View Reports' })).toBeVisible()
  await expect.poll(() => backend.sent('GET', '/rest/v1/user_profiles').length).toBeGreaterThan(0)
  await expect.element(card()).not.toBeInTheDocument()
  expect(paths.flatMap((path) => backend.sent('GET', path))).toEqual([])
})

it('[dashboard.md#needs-you] says when some of it cannot be loaded, and can be asked again', async () => {
  const backend = withDue(due('Menu', -3))
  const mend = backend.answer('GET', REACH, () => refusal('No'))
  open(backend)
  await expect.element(card().getByText('Some of this could not be loaded.')).toBeVisible()
  await expect.element(lines().first()).toMatchTextContent(/^Menu is overdue/)
  mend()
  backend.answer('GET', REACH, () => Response.json([review]))
  await card().getByRole('button', { name: 'Try Again' }).click()
  await expect.element(lines().nth(1)).toMatchTextContent(/^Clara Client has not answered/)
})

it.each(phoneAndDesktop)('has room for long names on $device', async ({ size }) => {
  await page.viewport(...size)
  const long = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(4)
  open(withDue({ ...due(long, 1), clients: { name: long } }))
  await expect.element(lines()).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
  await expectAccessible()
})
