import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectTexts, row, rows } from '../../testing/expect.ts'
import { FakeBackend, refusal } from '../../testing/fake-backend.ts'
import { ben } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import ClientsRoute from './clients-route.tsx'

const CLIENTS = '/rest/v1/clients'

function open(backend: FakeBackend) {
  const screens = [{ path: '/dashboard/clients', Component: ClientsRoute }]
  return Portal.open(backend, { screens, at: '/dashboard/clients', as: ben })
}

/** A backend with these clients, of which the last one is the newest. */
const withClients = (...clients: Record<string, string>[]) =>
  new FakeBackend({ clients: clients.map((client) => ({ email: 'owner@shop.test', ...client })) })

const title = (count: number) => page.getByRole('heading', { name: `Clients (${count})` })
const search = () => page.getByRole('searchbox')
const none = () => page.getByText('No clients found.')

it('shows each client with its columns, newest first', async () => {
  open(
    withClients(
      { name: 'Pat Plain', email: 'pat@plain.test' },
      {
        name: 'Fay Full',
        email: 'fay@full.test',
        company_name: 'Full House',
        phone: '+1 555 0100',
        website_url: 'https://full.test',
        industry: 'Food & Beverage',
        prospect_status: 'active',
      },
    ),
  )
  await expect.element(page.getByRole('heading', { level: 1, name: 'Client Management' })).toBeVisible()
  await expect.element(title(2)).toBeVisible()
  const headings = page.getByRole('columnheader').elements()
  expect(headings.map((heading) => heading.textContent)).toEqual(['Client', 'Contact', 'Industry', 'Status', 'Actions'])

  await expect.element(rows().first()).toMatchTextContent('Fay Full')
  for (const words of ['Full House', 'fay@full.test', '+1 555 0100', 'Food & Beverage']) {
    await expect.element(row('Fay Full')).toMatchTextContent(words)
  }
  await expect.element(row('Fay Full').getByText(/^active$/i)).toBeVisible()
  await expect
    .element(row('Fay Full').getByRole('link', { name: /^full\.test/ }))
    .toHaveAttribute('href', 'https://full.test/')

  await expect.element(row('Pat Plain')).toMatchTextContent('Not specified')
  await expect.element(row('Pat Plain').getByText(/^prospect$/i)).toBeVisible()
})

it.each([
  ['prospect', 'yellow'],
  ['active', 'success'],
  ['completed', 'info'],
  ['paused', 'orange'],
  ['inactive', 'slate'],
])('gives the status %s its colour', async (status, colour) => {
  open(withClients({ name: 'Clara Client', prospect_status: status }))
  await expect.element(row('Clara Client').getByText(status)).toHaveClass(new RegExp(`\\btext-${colour}`))
})

it('takes a client without a status for a prospect', async () => {
  open(withClients({ name: 'Clara Client' }))
  await expect.element(row('Clara Client').getByText('prospect')).toHaveClass(/\btext-yellow/)
})

it('asks for them newest first, a page at a time, with their exact count', async () => {
  const { backend } = open(withClients())
  await expect.element(title(0)).toBeVisible()
  const [asked] = backend.sent('GET', CLIENTS)
  const select = '*,manager:user_profiles!looked_after_by(display_name)'
  expect(asked?.query).toEqual({ select, order: 'created_at.desc,id.asc', offset: '0', limit: '50' })
  expect(asked?.headers.get('prefer')).toBe('count=exact')
})

it('invites to add the first where there is none', async () => {
  open(withClients())
  await expect.element(none()).toBeVisible()
  await expect.element(page.getByText('Add your first client to get started.')).toBeVisible()
})

it('shows that it is loading while the network is slow', async () => {
  const backend = withClients({ name: 'Sam Slow' })
  const slow = backend.hold('GET', CLIENTS)
  open(backend)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Client Management' })).toBeVisible()
  await expect.poll(slow.held).toBe(1)
  await expect.element(none()).not.toBeInTheDocument()
  slow.open()
  await expect.element(row('Sam Slow')).toBeVisible()
})

it('says so when the list cannot be loaded, and can be asked again', async () => {
  const backend = withClients({ name: 'Rita Retry' })
  const recover = backend.answer('GET', CLIENTS, () => refusal('out of order'))
  open(backend)
  const again = page.getByRole('button', { name: 'Try Again' })
  await expect.element(again).toBeVisible()
  await expect.element(none()).not.toBeInTheDocument()
  recover()
  await again.click()
  await expect.element(row('Rita Retry')).toBeVisible()
})

it('reaches every client of a long list, and the back button leads back', async () => {
  const names = Array.from({ length: 130 }, (_, number) => `Client ${String(number).padStart(3, '0')}`)
  const portal = open(withClients(...names.map((name) => ({ name }))))
  await expect.element(title(130)).toBeVisible()
  const next = page.getByRole('link', { name: 'Next' })
  const seen: string[] = []
  for (const shown of [50, 50, 30]) {
    await expect.element(rows().first()).not.toMatchTextContent(seen.at(-50) ?? 'nothing yet')
    await expect.element(rows()).toHaveLength(shown)
    seen.push(
      ...rows()
        .getByText(/^Client \d{3}$/)
        .elements()
        .map((name) => name.textContent),
    )
    if (seen.length < names.length) await next.click()
  }
  expect(seen).toEqual(names.toReversed())
  await expect.element(next).not.toBeInTheDocument()
  portal.back()
  await expect.element(next).toBeVisible()
})

it('advises to adjust the terms when a search finds nothing', async () => {
  open(withClients({ name: 'Nora Near', search_text: 'nora near' }))
  await search().fill('nothing like it')
  await expect.element(none()).toBeVisible()
  await expect.element(page.getByText('Try adjusting your search terms.')).toBeVisible()
})

it('ends with what was typed last, whatever answers last', async () => {
  const backend = withClients(
    { name: 'Early Bird', search_text: 'early bird' },
    { name: 'Late Owl', search_text: 'late owl' },
  )
  const slow = backend.hold('GET', CLIENTS, ({ query }) => query.or?.includes('%early%') ?? false)
  open(backend)
  await expect.element(title(2)).toBeVisible()
  await search().fill('early')
  await expect.poll(slow.held).toBe(1)
  await search().fill('late')
  await expect.element(row('Late Owl')).toBeVisible()
  await expect.element(rows()).toHaveLength(1)
  slow.open()
  await expect.element(row('Late Owl')).toBeVisible()
  await expect.element(row('Early Bird')).not.toBeInTheDocument()
})

it('[clients.md#table] is sorted by a heading in the database', async () => {
  const named = (name: string) => ({ name, search_text: name.toLowerCase() })
  const portal = open(withClients(named('Berta'), named('Anton'), named('Clara')))
  const heading = page.getByRole('columnheader', { name: 'Client' })
  await heading.getByRole('link').click()
  await expectTexts(rows().getByRole('link', { name: /^(Anton|Berta|Clara)$/ }), ['Anton', 'Berta', 'Clara'])
  await heading.getByRole('link').click()
  await expectTexts(rows().getByRole('link', { name: /^(Anton|Berta|Clara)$/ }), ['Clara', 'Berta', 'Anton'])
  expect(portal.location).toBe('/dashboard/clients?sort=-name')
})
