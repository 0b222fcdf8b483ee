import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectTexts } from '../../testing/expect.ts'
import { FakeBackend } from '../../testing/fake-backend.ts'
import { ana, ben, north, type Person, sol } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import HomeRoute from './home-route.tsx'

const PROJECTS = '/rest/v1/projects'

const open = (backend = new FakeBackend(), as: Person = ana) =>
  Portal.open(backend, { screens: [{ path: '/dashboard', Component: HomeRoute }], at: '/dashboard', as })

const numbers = () => page.getByRole('region', { name: 'Numbers' })
/** The figures of the four cards, in their order. */
const figures = () => numbers().getByText(/^\d+%?$/)

it('has four cards with what they count', async () => {
  const statuses = ['planning', 'in_progress', 'in_progress', 'completed', 'completed', 'cancelled', 'review'] as const
  const backend = new FakeBackend({
    clients: ['Bakery', 'Barber', 'Florist'].map((name) => ({ name })),
    projects: statuses.map((status) => ({ status })),
    user_profiles: [{ id: ben.id, agency_id: north }],
  })
  open(backend)
  // Two of seven projects are completed: 29 %, rounded.
  await expectTexts(figures(), ['3', '3', '2', '29%'])
  await expectTexts(numbers().getByRole('heading'), [
    'Total Clients',
    'Active Projects',
    'Total Users',
    'Completion Rate',
  ])
  for (const description of [
    'Active client accounts',
    'Projects in progress',
    'Registered users',
    'Projects completed on time',
  ]) {
    await expect.element(numbers().getByText(description, { exact: true })).toBeVisible()
  }
})

it('shows a rate without any project as 100 %', async () => {
  open()
  await expectTexts(figures(), ['0', '0', '1', '100%'])
})

it('asks for five counts and for no rows', async () => {
  const { backend } = open()
  await expect.element(figures()).toHaveLength(4)
  const counts = backend.calls
    .filter(({ method }) => method === 'HEAD')
    .map(({ path, query, headers }) => `${path} ${query.status ?? 'all'} ${headers.get('prefer')}`)
  expect(counts.toSorted()).toEqual([
    '/rest/v1/clients all count=exact',
    '/rest/v1/projects all count=exact',
    '/rest/v1/projects eq.completed count=exact',
    '/rest/v1/projects in.(planning,in_progress) count=exact',
    '/rest/v1/user_profiles all count=exact',
  ])
})

it('has skeletons while loading, and nothing moves when they are filled', async () => {
  const backend = new FakeBackend()
  const slow = backend.hold('HEAD', PROJECTS)
  open(backend)
  await expect.element(page.getByText('Total Clients', { exact: true })).toBeVisible()
  await expect.element(numbers()).toHaveAttribute('aria-busy', 'true')
  expect(figures().length).toBe(0)
  const quick = page.getByRole('heading', { name: 'Quick Actions' })
  await expect.element(quick).toBeVisible()
  const before = quick.element().getBoundingClientRect()
  slow.open()
  await expect.element(figures()).toHaveLength(4)
  expect(quick.element().getBoundingClientRect()).toEqual(before)
  await expect.element(numbers()).not.toHaveAttribute('aria-busy', 'true')
})

const everyone = [['View Reports', '/dashboard/reports']] as const
const adminType = [
  ['Add New Client', '/dashboard/clients?new'],
  ['Create Project', '/dashboard/projects?new'],
  ['Manage Users', '/dashboard/users'],
  ...everyone,
] as const

const offered: [role: string, person: Person, actions: readonly (readonly [string, string])[]][] = [
  ['user', { ...ben, roles: ['user'] }, everyone],
  ['agency_staff', ben, everyone],
  ['agency_admin', ana, adminType],
  ['admin', { ...ana, roles: ['user', 'admin'] }, adminType],
  ['super_admin', sol, adminType],
]

it.each(offered)('offers %s quick actions', async (_role, person, actions) => {
  open(new FakeBackend(), person)
  const links = page.getByRole('region', { name: 'Quick Actions' }).getByRole('link')
  await expectTexts(
    links,
    actions.map(([name]) => name),
  )
  for (const [at, [, to]] of actions.entries()) await expect.element(links.nth(at)).toHaveAttribute('href', to)
})

it('tells whoever has only signed up what this is and whom to ask', async () => {
  open(new FakeBackend(), { ...ben, roles: ['user'] })
  await expect.element(page.getByRole('heading', { name: 'Welcome, and one more step' })).toBeVisible()
  await expect.element(page.getByRole('main').getByText(ben.email)).toBeVisible()
  await expectAccessible()
})

it('leaves those out who have a part in the portal', async () => {
  open(new FakeBackend(), ben)
  await expect.element(page.getByRole('link', { name: 'View Reports' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Welcome, and one more step' })).not.toBeInTheDocument()
})

it('has no recent activity to display', async () => {
  open()
  await expect.element(page.getByText('Recent Activity', { exact: true })).toBeVisible()
  await expect.element(page.getByText('No recent activity to display.', { exact: true })).toBeVisible()
})
