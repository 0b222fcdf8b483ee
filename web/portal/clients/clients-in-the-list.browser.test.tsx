import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectDestructiveToast, expectTexts, expectToast, row, rows } from '../../testing/expect.ts'
import { FakeBackend } from '../../testing/fake-backend.ts'
import { ben, north, type Person, sol, south } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import ClientsRoute from './clients-route.tsx'

const CLIENTS = '/rest/v1/clients'
const clients = [
  { name: 'Vera Flower', prospect_status: null, agency_id: north, company_name: 'Flower Power' },
  { name: 'Otto Oven', prospect_status: 'active', agency_id: north },
  { name: 'Pia Paper', prospect_status: 'prospect', agency_id: south },
]

function open({ as = ben as Person, at = '' } = {}) {
  const backend = new FakeBackend({
    agencies: [
      { id: north, name: 'North' },
      { id: south, name: 'South' },
    ],
    clients: clients.map((client) => ({ email: 'owner@shop.test', search_text: client.name.toLowerCase(), ...client })),
  })
  const screens = [{ path: '/dashboard/clients', Component: ClientsRoute }]
  return Portal.open(backend, { screens, at: `/dashboard/clients${at}`, as })
}

const names = () => rows().getByRole('link', { name: /^(Vera|Otto|Pia)/ })
const statusOf = (name: string) => row(name).getByLabelText(`Status of ${name}`)
const undo = () => page.getByRole('button', { name: 'Undo' }).last()
const changes = ({ backend }: Portal) => backend.sent('PATCH', CLIENTS).map(({ body }) => body)
const bar = () => page.getByRole('region', { name: 'Chosen clients' })
const all = () => page.getByRole('checkbox', { name: 'Choose all on this page' })

beforeEach(() => page.viewport(1280, 800))

describe('[clients.md#in-the-list] a client', () => {
  it('has its status changed where it stands, and changed back by Undo, also to none', async () => {
    const portal = open()
    // A client without a status is shown as a prospect.
    await expect.element(row('Vera Flower').getByText('prospect')).toBeVisible()
    await userEvent.hover(statusOf('Vera Flower'))
    await statusOf('Vera Flower').selectOptions('Paused')
    await expectToast('Client updated', 'Vera Flower: Paused')
    await expect.element(row('Vera Flower').getByText('paused').first()).toBeVisible()
    await undo().click()
    await expectToast('Change undone')
    expect(changes(portal)).toEqual([{ prospect_status: 'paused' }, { prospect_status: null }])
  })

  it('keeps the status that a colleague has given it since the list was read, alone and among several', async () => {
    const { backend } = open({ as: sol })
    const change = (name: string) =>
      backend.table('clients').update(new URLSearchParams({ name: `eq.${name}` }), { prospect_status: 'inactive' })
    await expect.element(row('Vera Flower').getByText('prospect')).toBeVisible()
    change('Vera Flower')
    await userEvent.hover(statusOf('Vera Flower'))
    await statusOf('Vera Flower').selectOptions('Paused')
    await expectDestructiveToast('Nothing changed', 'A colleague has changed it since.')
    await expect.element(row('Vera Flower').getByText('inactive').first()).toBeVisible()
    change('Otto Oven')
    await all().click()
    await bar().getByLabelText('Status of the chosen clients').selectOptions('Paused')
    await expectToast('Client updated', '2 of 3 clients. Not Otto Oven: A colleague has changed it since.')
  })

  it('is one of several that get a status, and each its own back', async () => {
    const portal = open()
    await all().click()
    await bar().getByLabelText('Status of the chosen clients').selectOptions('Active')
    // One of the selected clients has the status already, so only two are changed, each while it has the status that was seen.
    await expectToast('Client updated', '2 clients')
    await undo().click()
    await expectToast('Change undone')
    expect(
      changes(portal)
        .map((body) => JSON.stringify(body))
        .sort(),
    ).toEqual(
      ['active', 'active', 'prospect', null].map((prospect_status) => JSON.stringify({ prospect_status })).sort(),
    )
  })

  it('is one of several that are deleted once that is confirmed', async () => {
    const { backend } = open()
    await all().click()
    await bar().getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete 3 clients?' })
    await expect
      .element(question)
      .toMatchTextContent('all associated projects and data are removed, and planned calls are cancelled by email.')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast('Client deleted', '3 clients')
    await expect.element(page.getByText('No clients found.')).toBeVisible()
    expect(backend.sent('DELETE', CLIENTS)).toHaveLength(1)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  })
})

describe('[clients.md#views] the list', () => {
  it('shows all, prospects, also those of whom nothing is said, and active ones', async () => {
    const portal = open({ as: sol })
    await expectTexts(names(), ['Pia Paper', 'Otto Oven', 'Vera Flower'])
    await page.getByRole('link', { name: 'Prospects' }).click()
    await expectTexts(names(), ['Pia Paper', 'Vera Flower'])
    expect(portal.location).toBe('/dashboard/clients?status=prospect')
    await expect.element(page.getByRole('combobox', { name: 'Status', exact: true })).toHaveValue('prospect')
    await page.getByRole('link', { name: 'Active', exact: true }).click()
    await expectTexts(names(), ['Otto Oven'])
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOptions('Paused')
    await expect.element(page.getByText('Try adjusting your search terms.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Save View' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear Search and Filters' }).click()
    await expectTexts(names(), ['Pia Paper', 'Otto Oven', 'Vera Flower'])
  })
})

describe('[clients.md#agencies] whose client it is', () => {
  it('super admins see below the name, and narrow the list to', async () => {
    const portal = open({ as: sol })
    await expect.element(row('Vera Flower')).toMatchTextContent('Flower Power')
    await expect.element(row('Vera Flower').getByText('North')).toBeVisible()
    await expect.element(row('Pia Paper').getByText('South')).toBeVisible()
    await expectTexts(page.getByRole('columnheader'), ['Client', 'Contact', 'Industry', 'Status', 'Actions'])
    await page.getByRole('combobox', { name: 'Agency' }).selectOptions('South')
    await expectTexts(names(), ['Pia Paper'])
    expect(portal.location).toBe(`/dashboard/clients?agencyId=${south}`)
    await expectAccessible()
  })

  it('nobody else is told or asked', async () => {
    const { backend } = open()
    await expectTexts(names(), ['Pia Paper', 'Otto Oven', 'Vera Flower'])
    await expect.element(page.getByText('North')).not.toBeInTheDocument()
    await expect.element(page.getByRole('combobox', { name: 'Agency' })).not.toBeInTheDocument()
    expect(backend.sent('GET', '/rest/v1/agencies')).toEqual([])
  })

  it('is said where the list was narrowed to an agency that is gone', async () => {
    open({ as: sol, at: '?agencyId=a0000000-0000-4000-8000-000000000009' })
    await expect.element(page.getByText('No clients found.')).toBeVisible()
    const filter = page.getByRole('combobox', { name: 'Agency' })
    await expect.element(filter).toHaveDisplayValue('A deleted agency')
  })
})

describe('[clients.md#adding] a super admin', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Add Client' })
  async function add(portal: Portal) {
    await dialog().getByLabelText('Client Name').fill('Nell New')
    await dialog().getByLabelText('Email').fill('nell@new.test')
    await dialog().getByRole('button', { name: 'Add Client' }).click()
    await expectToast('Client created')
    return portal.backend.sent('POST', CLIENTS).at(-1)?.body
  }
  const opened = async (portal: Portal) => {
    await expect.element(names().first()).toBeVisible()
    await page.getByRole('button', { name: 'Add Client' }).click()
    return portal
  }

  it('is asked for the agency: their own is suggested, and another can be chosen', async () => {
    const portal = await opened(open({ as: sol }))
    await expect.element(dialog().getByLabelText('Agency')).toHaveValue(north)
    await dialog().getByLabelText('Agency').selectOptions('South')
    expect(await add(portal)).toMatchObject({ name: 'Nell New', agency_id: south })
    expect(portal.location).toBe('/dashboard/clients')
  })

  it('is suggested the agency that the list is narrowed to, and stays in its list', async () => {
    const portal = await opened(open({ as: sol, at: `?agencyId=${south}&status=prospect` }))
    await expect.element(dialog().getByLabelText('Agency')).toHaveValue(south)
    expect(await add(portal)).toMatchObject({ agency_id: south })
    await expect.poll(() => portal.location).toBe(`/dashboard/clients?agencyId=${south}`)
    await expect.element(row('Nell New')).toBeVisible()
  })

  it('who works for no agency chooses one, or cannot add', async () => {
    const portal = await opened(open({ as: { ...sol, agency_id: null } }))
    await expect.element(dialog().getByLabelText('Agency')).toHaveDisplayValue('Choose an agency')
    await dialog().getByLabelText('Client Name').fill('Nell New')
    await dialog().getByLabelText('Email').fill('nell@new.test')
    await dialog().getByRole('button', { name: 'Add Client' }).click()
    await expect.element(page.getByText('User not assigned to an agency')).toBeVisible()
    await dialog().getByLabelText('Agency').selectOptions('South')
    expect(await add(portal)).toMatchObject({ agency_id: south })
  })
})
