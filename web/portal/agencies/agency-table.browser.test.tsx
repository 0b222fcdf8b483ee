import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { AGENCIES, openAgencies, openAgenciesOn } from '../../testing/agency-scene.ts'
import { expectAccessible, expectTexts, row, rows } from '../../testing/expect.ts'
import { FakeBackend, refusal } from '../../testing/fake-backend.ts'
import { ana, north } from '../../testing/people.ts'

const PICTURE = 'https://pictures.test/logo.png'

it('shows each agency with its columns, newest first, and says who has access', async () => {
  openAgencies([
    { name: 'Plain' },
    {
      name: 'Full',
      website_url: 'https://full.test/about',
      logo_url: PICTURE,
      subscription_tier: 'enterprise',
      is_active: false,
    },
  ])
  await expect.element(page.getByRole('heading', { level: 1, name: 'Agencies' })).toBeVisible()
  await expect.poll(() => document.title).toBe('Agencies | Dashboard')
  await expect.element(page.getByText('Super Admins have full access')).toBeVisible()
  await expectTexts(page.getByRole('columnheader'), ['Name', 'Website', 'Tier', 'Status', 'Actions'])
  await expect.element(rows().first()).toMatchTextContent('Full')
  await expect.element(rows().last()).toMatchTextContent('Plain')

  const website = row('Full').getByRole('link', { name: /^full\.test\/about/ })
  await expect.element(website).toHaveAttribute('href', 'https://full.test/about')
  await expect.element(row('Full').getByText('enterprise')).toHaveClass(/purple/)
  await expect.element(row('Full').getByText('Inactive')).toHaveClass(/slate/)
  await expect.poll(() => row('Full').element().querySelector('img')?.src).toBe(PICTURE)
  await expect.element(row('Plain').getByText('basic')).toHaveClass(/slate/)
  await expect.element(row('Plain').getByText('Active')).toHaveClass(/success/)
  await expect.element(row('Plain')).toMatchTextContent('Not provided')
})

it('[agencies.md#website] marks the one that answers the website', async () => {
  openAgencies([{ name: 'Plain' }, { name: 'Full', answers_website: true }])
  await expect.element(row('Full').getByText('Answers the website')).toBeVisible()
  expect(row('Plain').getByText('Answers the website').length).toBe(0)
})

it('leads to the projects of one', async () => {
  const portal = openAgencies([{ id: north, name: 'North' }])
  await row('North').getByRole('link', { name: 'View Projects' }).click()
  await expect.poll(() => portal.location).toBe(`/dashboard/projects?agencyId=${north}`)
})

it('asks for them newest first, a page at a time, and reaches every one of many', async () => {
  const portal = openAgencies(Array.from({ length: 51 }, (_, number) => ({ name: `Many ${number}` })))
  await expect.element(rows()).toHaveLength(50)
  const [asked] = portal.backend.sent('GET', AGENCIES)
  expect(asked?.query).toMatchObject({ order: 'created_at.desc,id.asc', offset: '0', limit: '50' })
  expect(asked?.headers.get('prefer')).toContain('count=exact')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.element(rows()).toHaveLength(1)
  await expect.element(row('Many 0')).toBeVisible()
  await expect.poll(() => portal.location).toBe('/dashboard/agencies?page=2')
})

it('is empty in so many words', async () => {
  openAgencies()
  await expect.element(page.getByText('No agencies found.')).toBeVisible()
  await expectAccessible()
})

it('holds the places of the rows while it is loading', async () => {
  const backend = new FakeBackend({ agencies: [{ name: 'North' }] })
  const slow = backend.hold('GET', AGENCIES)
  openAgenciesOn(backend)
  await expect.element(rows()).toHaveLength(8)
  slow.open()
  await expect.element(page.getByRole('link', { name: 'View Projects' })).toBeVisible()
})

it('says so when it cannot be loaded, names the request that failed, and can be asked again', async () => {
  const backend = new FakeBackend({ agencies: [{ name: 'North' }] })
  const recover = backend.answer('GET', AGENCIES, () => refusal('out of order', { request: '3f2a-77' }))
  openAgenciesOn(backend)
  await expect.element(page.getByText('The agencies could not be loaded.')).toBeVisible()
  await expect.element(page.getByText('If you report this, name the request 3f2a-77')).toBeVisible()
  recover()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(row('North')).toBeVisible()
})

it('is denied to everybody but a super admin', async () => {
  openAgencies([], ana)
  const denied = "Access Denied — You don't have permission to view agencies."
  await expect.element(page.getByRole('main')).toMatchTextContent(denied)
  expect(page.getByRole('button', { name: 'Add Agency' }).length).toBe(0)
  await expectAccessible()
})
