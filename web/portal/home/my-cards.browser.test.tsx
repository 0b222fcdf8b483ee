import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { dayAfter, today } from '../../lib/today.ts'
import { FakeBackend, refusal } from '../../testing/fake-backend.ts'
import { ana, ben, north, type Person } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { screens } from '../../testing/screens.ts'
import { expectAccessible, expectTexts, overflow, phoneAndDesktop } from '../../testing/see.ts'

const PROJECTS = '/rest/v1/projects'
const ENQUIRIES = '/rest/v1/contact_submissions'
const CLARA = 'c0000000-0000-4000-8000-000000000001'
const GONE = 'c0000000-0000-4000-8000-000000000002'

beforeEach(() => localStorage.clear())

const open = (backend: FakeBackend, as: Person = ben) => Portal.open(backend, { screens, at: '/dashboard', as })
const card = (name: string) => page.getByRole('region', { name })
const items = (name: string) => card(name).getByRole('listitem')
const DUE = 'My projects due this week'
const SEEN = 'Recently seen'

const due = (name: string, days: number) => ({
  id: name,
  name,
  clients: { name: 'Corner Shop' },
  target_completion_date: dayAfter(today(), days),
})

function withDue(...projects: object[]) {
  const backend = new FakeBackend()
  backend.answer('GET', PROJECTS, () => Response.json(projects))
  return backend
}

it('[dashboard.md#mine] shows my open projects that are due within a week, in red those that are overdue', async () => {
  const { backend } = open(withDue(due('Menu', -3), due('Logo', 2)))
  await expect
    .element(items(DUE).first())
    .toMatchTextContent(/^MenuCorner Shop · Overdue since [A-Z][a-z]{2} \d+, \d{4}$/)
  await expect.element(items(DUE).nth(1)).toMatchTextContent(/^LogoCorner Shop · Due [A-Z]/)
  await expectAccessible()
  expect(backend.sent('GET', PROJECTS).map(({ query }) => query)).toContainEqual({
    select: 'id,name,target_completion_date,clients(name)',
    assigned_to: `eq.${ben.id}`,
    status: 'in.(planning,in_progress,review,on_hold)',
    target_completion_date: `lte.${dayAfter(today(), 7)}`,
    order: 'target_completion_date.asc,id.asc',
    limit: '5',
  })
  await expect
    .element(card(DUE).getByRole('link', { name: 'All mine' }))
    .toHaveAttribute('href', '/dashboard/projects?view=mine')
})

it('[dashboard.md#mine] shows the enquiries that wait to those who read them, and to nobody else', async () => {
  const backend = new FakeBackend({ agencies: [{ id: north, name: 'North', answers_website: true }] })
  const grace = { id: 'grace', name: 'Grace', business_name: 'Dry Cleaning', created_at: new Date().toISOString() }
  backend.answer('GET', ENQUIRIES, () => Response.json([{ ...grace, state: 'new', is_set_aside: false }]))
  open(backend, ana)
  await expect.element(items('Enquiries waiting')).toMatchTextContent(/^GraceDry Cleaning · /)
  await expect.element(page.getByRole('link', { name: 'Grace' })).toHaveAttribute('href', '/dashboard/enquiries/grace')
})

it('[dashboard.md#mine] leads back to what was opened last, by the name it has now, and forgets what is gone', async () => {
  const backend = new FakeBackend({ clients: [{ id: CLARA, name: 'Clara Client', email: 'clara@shop.test' }] })
  Portal.open(backend, { screens, at: `/dashboard/clients/${CLARA}`, as: ben })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Clara Client' })).toBeVisible()
  localStorage.setItem(
    `recently-seen/${ben.id}`,
    JSON.stringify([
      { kind: 'client', id: GONE },
      ...JSON.parse(localStorage.getItem(`recently-seen/${ben.id}`) ?? '[]'),
    ]),
  )
  Portal.close()
  open(backend)
  await expectTexts(items(SEEN), ['Clara ClientClient'])
  await items(SEEN).getByRole('link').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Clara Client' })).toBeVisible()
})

it('[dashboard.md#mine] says quietly that there is nothing, and that something cannot be loaded', async () => {
  const backend = withDue()
  const mend = backend.answer('GET', PROJECTS, () => refusal('No'))
  open(backend)
  await expect.element(card(SEEN).getByText('Clients and projects that you open are found here again.')).toBeVisible()
  await expect.element(card(DUE).getByText('Your projects could not be loaded.')).toBeVisible()
  mend()
  await card(DUE).getByRole('button', { name: 'Try Again' }).click()
  await expect.element(card(DUE).getByText('Nothing of yours is due this week.')).toBeVisible()
})

it.each(phoneAndDesktop)('[dashboard.md#mine] has room for long names on $device', async ({ size }) => {
  await page.viewport(...size)
  const long = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(4)
  open(withDue({ ...due(long, 1), clients: { name: long } }))
  await expect.element(items(DUE)).toBeVisible()
  expect(overflow()).toBe(0)
  await expectAccessible()
})
