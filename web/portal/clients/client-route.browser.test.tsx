import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectTexts, horizontalOverflow, phone } from '../../testing/expect.ts'
import { FakeBackend } from '../../testing/fake-backend.ts'
import { ben, north } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import ClientRoute from './client-route.tsx'

const CLARA = 'c0000000-0000-4000-8000-000000000001'
const clara = { id: CLARA, agency_id: north, name: 'Clara Client', email: 'clara@client.test' }

function open(client: Record<string, unknown> = {}, { at = CLARA, projects = [] as Record<string, unknown>[] } = {}) {
  const backend = new FakeBackend({
    clients: [{ ...clara, ...client }],
    projects: projects.map((project) => ({ client_id: CLARA, ...project })),
  })
  const screens = [{ path: '/dashboard/clients/:clientId', Component: ClientRoute }]
  return Portal.open(backend, { screens, at: `/dashboard/clients/${at}`, as: ben })
}

const main = () => page.getByRole('main')
const projects = () => page.getByRole('region', { name: 'Projects' })
const back = () => main().getByRole('link', { name: 'Back to Clients' })

it('shows what is known of a client', async () => {
  open({
    company_name: 'Clara & Co',
    phone: '+1 555 0123',
    website_url: 'https://clara.test',
    industry: 'Retail',
    prospect_status: 'active',
    created_at: '2026-01-05T23:30:00-05:00',
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Clara Client' })).toBeVisible()
  for (const words of ['Clara & Co', 'clara@client.test', '+1 555 0123', 'Retail', 'Jan 5, 2026']) {
    await expect.element(main()).toMatchTextContent(words)
  }
  await expect.element(main().getByText('active')).toBeVisible()
  const website = main().getByRole('link', { name: /^clara\.test/ })
  await expect.element(website).toHaveAttribute('href', expect.stringMatching(/^https:\/\/clara\.test/))
  expect(main().getByText('Not provided').length).toBe(0)
})

it('[client-page.md#projects] has the work before what is looked up now and then, whatever the width', async () => {
  open()
  await expect.element(page.getByRole('region', { name: 'Months' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Calls' })).toBeVisible()
  const cards = main()
    .getByRole('region')
    .elements()
    .map((card) => card.getAttribute('aria-label'))
  const order = ['People', 'Projects', 'Calls', 'Client Updates', 'Notes', 'Months', 'Access', 'Vault']
  expect(cards.filter((name) => name !== null && order.includes(name))).toEqual(order)
})

it('says what is not provided', async () => {
  open({ prospect_status: null })
  await expect.element(main().getByText('Not provided')).toHaveLength(2)
  await expect.element(main().getByText('Not specified')).toHaveLength(1)
  await expect.element(main().getByText('prospect')).toBeVisible()
})

it('leads back to the list', async () => {
  const portal = open()
  await back().click()
  await expect.poll(() => portal.location).toBe('/dashboard/clients')
})

it.each(['5f6b8c1e-0000-4000-8000-000000000000', 'not-an-id'])('is not found under the id %s', async (id) => {
  const portal = open({}, { at: id })
  await expect.element(page.getByText('Client not found')).toBeVisible()
  expect(page.getByRole('button', { name: 'Edit Client' }).length).toBe(0)
  await back().click()
  await expect.poll(() => portal.location).toBe('/dashboard/clients')
})

it('lists the client’s projects newest first with their status, and leads to their pages', async () => {
  const [website, logo] = ['d0000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000002']
  const portal = open(
    {},
    {
      projects: [
        { id: website, name: 'Website', status: 'in_progress' },
        { id: logo, name: 'Logo' },
        { name: 'Somebody else’s', client_id: north },
      ],
    },
  )
  await expectTexts(projects().getByRole('listitem'), ['LogoPlanning', 'WebsiteIn Progress'])
  const [asked] = portal.backend
    .sent('GET', '/rest/v1/projects')
    .filter(({ query }) => query.select?.includes('status'))
  expect(asked?.query).toMatchObject({ client_id: `eq.${CLARA}`, order: 'created_at.desc,id.asc' })
  await projects()
    .getByRole('link', { name: /^Website/ })
    .click()
  await expect.poll(() => portal.location).toBe(`/dashboard/projects/${website}`)
  portal.back()
  await projects().getByRole('link', { name: 'New Project' }).click()
  await expect.poll(() => portal.location).toBe(`/dashboard/projects?new&client=${CLARA}`)
})

it('says that there are no projects yet', async () => {
  open()
  await expect.element(projects().getByText('No projects yet.')).toBeVisible()
  await expect.element(projects().getByRole('link', { name: 'New Project' })).toBeVisible()
})

it('reaches all of many projects', async () => {
  const names = Array.from({ length: 19 }, (_, number) => `Project ${number + 1}`)
  open({}, { projects: names.map((name) => ({ name })) })
  const more = projects().getByRole('button', { name: 'Show More' })
  await expect.element(projects().getByText('8 of 19')).toBeVisible()
  await more.click()
  await expect.element(projects().getByText('16 of 19')).toBeVisible()
  await more.click()
  await expect.element(more).not.toBeInTheDocument()
  await expectTexts(
    projects().getByRole('link', { name: /^Project \d/ }),
    names.toReversed().map((name) => `${name}Planning`),
  )
})

it.each<[string, typeof phone]>([
  ['a phone', phone],
  ['a desktop', [1280, 800]],
])('nothing is wrong for axe on %s, shown and edited', async (_where, size) => {
  await page.viewport(...size)
  open({}, { projects: [{ name: 'Website' }] })
  await expect.element(projects().getByRole('link', { name: /^Website/ })).toBeVisible()
  await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length).toBe(0)
  await expectAccessible()
  await page.getByRole('button', { name: 'Edit Client' }).click()
  await expect.element(page.getByRole('button', { name: 'Save Changes' })).toBeVisible()
  await expectAccessible()
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
})
