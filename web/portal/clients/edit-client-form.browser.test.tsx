import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { addDays, today } from '../../lib/today.ts'
import { expectAccessible, expectDestructiveToast, expectTexts, expectToast } from '../../testing/expect.ts'
import { FakeBackend, noAnswer } from '../../testing/fake-backend.ts'
import { ben, north } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import ClientRoute from './client-route.tsx'
import ClientsRoute from './clients-route.tsx'

const CLIENTS = '/rest/v1/clients'
const CLARA = 'c0000000-0000-4000-8000-000000000001'
const clara = { id: CLARA, agency_id: north, name: 'Clara Client', email: 'clara@client.test' }

async function openEdit(client: Record<string, unknown> = {}) {
  const portal = Portal.open(new FakeBackend({ clients: [{ ...clara, phone: '+1 555 0000', ...client }] }), {
    screens: [
      { path: '/dashboard/clients', Component: ClientsRoute },
      { path: '/dashboard/clients/:clientId', Component: ClientRoute },
    ],
    at: `/dashboard/clients/${CLARA}`,
    as: ben,
  })
  await edit().click()
  await expect.element(field('Client Name')).toHaveFocus()
  const theirs = (changes: Record<string, unknown>) =>
    portal.backend.table('clients').update(new URLSearchParams({ id: `eq.${CLARA}` }), changes)
  return { portal, backend: portal.backend, theirs }
}

const main = () => page.getByRole('main')
const edit = () => page.getByRole('button', { name: 'Edit Client' })
const cancel = () => main().getByRole('button', { name: 'Cancel' })
const save = () => main().getByRole('button', { name: 'Save Changes' })
const field = (label: string) => main().getByLabelText(label)

it('[client-page.md#editing] changes what is shown, here and in the list', async () => {
  const { backend } = await openEdit({ company_name: 'Clara & Co' })
  await field('Phone').fill('+1 555 0777')
  await field('Website').fill('https://new.clara.test')
  await field('Company Name').fill('Clara Ltd')
  await save().dblClick()
  await expectToast('Client updated')
  await expect.element(edit()).toHaveFocus()
  const changes = backend.sent('PATCH', CLIENTS)
  expect(changes.map(({ query }) => query.id)).toEqual([`eq.${CLARA}`])
  expect(changes[0]?.body).toEqual({
    name: 'Clara Client',
    company_name: 'Clara Ltd',
    email: 'clara@client.test',
    phone: '+1 555 0777',
    website_url: 'https://new.clara.test',
    industry: null,
    prospect_status: 'prospect',
    plan: null,
    plan_since: null,
    looked_after_by: null,
    next_contact_on: null,
    next_contact_note: null,
  })
  await expect.element(main()).toMatchTextContent('+1 555 0777')
  await expect.element(main()).toMatchTextContent('Clara Ltd')
  await main().getByRole('link', { name: 'Back to Clients' }).click()
  await expect.element(page.getByRole('table')).toMatchTextContent('Clara Ltd')
})

const since = () => main().getByLabelText('Since')

it('[client-page.md#editing] begins another plan today, and the plan that was stored on its own day', async () => {
  const { backend } = await openEdit({ plan: 'Growth AI', plan_since: '2026-03-31' })
  await field('Plan').selectOptions('Elite AI')
  await expect.element(since()).toHaveValue(today())
  await field('Plan').selectOptions('Growth AI')
  await expect.element(since()).toHaveValue('2026-03-31')
  await field('Plan').selectOptions('None')
  await expect.element(since()).not.toBeInTheDocument()
  await field('Plan').selectOptions('Starter AI')
  await since().fill('2026-04-01')
  await save().click()
  await expectToast('Client updated')
  expect(backend.sent('PATCH', CLIENTS)[0]?.body).toMatchObject({ plan: 'Starter AI', plan_since: '2026-04-01' })
})

it('[clients.md#plan] says of a smaller plan from when on the terms allow it, and refuses nothing', async () => {
  const { backend } = await openEdit({ plan: 'Growth AI', plan_since: addDays(today(), -1) })
  await field('Plan').selectOptions('Elite AI')
  await expect.element(main()).not.toMatchTextContent('By the terms')
  await field('Plan').selectOptions('Starter AI')
  await expect.element(main()).toMatchTextContent(/By the terms, downgrade from .+ on\./)
  await save().click()
  await expectToast('Client updated')
  expect(backend.sent('PATCH', CLIENTS)[0]?.body).toMatchObject({ plan: 'Starter AI', plan_since: today() })
})

it('[clients.md#plan] keeps a plan that is no longer offered', async () => {
  const { backend } = await openEdit({ plan: 'Bronze AI', plan_since: null })
  await expect.element(field('Plan')).toHaveValue('Bronze AI')
  await field('Phone').fill('+1 555 0777')
  await save().click()
  await expectToast('Client updated')
  expect(backend.sent('PATCH', CLIENTS)[0]?.body).toMatchObject({ plan: 'Bronze AI', plan_since: null })
})

it('offers industry and status, and shows the choice as a badge', async () => {
  await openEdit()
  await expectTexts(field('Industry').getByRole('option'), [
    'Not specified',
    'Technology',
    'Healthcare',
    'Finance',
    'Retail',
    'Education',
    'Real Estate',
    'Food & Beverage',
    'Manufacturing',
    'Professional Services',
    'Non-Profit',
    'Other',
  ])
  await expectTexts(field('Status').getByRole('option'), ['prospect', 'active', 'completed', 'paused', 'inactive'])
  await field('Industry').selectOptions('Non-Profit')
  await field('Status').selectOptions('inactive')
  await save().click()
  await expectToast('Client updated')
  await expect.element(main()).toMatchTextContent('Non-Profit')
  await expect.element(main().getByText('inactive')).toBeVisible()
})

it('can be left without a change', async () => {
  await openEdit()
  await field('Phone').fill('changed')
  await cancel().click()
  await expect.element(main()).toMatchTextContent('+1 555 0000')
  await edit().click()
  await expect.element(field('Phone')).toHaveValue('+1 555 0000')
})

it('says that it failed and keeps what was typed', async () => {
  const { backend } = await openEdit()
  backend.answer('PATCH', CLIENTS, noAnswer)
  await field('Phone').fill('+1 555 0888')
  await save().click()
  await expectDestructiveToast('Failed to update client information.')
  await expect.element(field('Phone')).toHaveValue('+1 555 0888')
})

describe('a client that two people edit', () => {
  const alert = () => main().getByRole('status').filter({ hasText: 'Someone else changed this client' })

  it('lets the second one save knowingly over the first', async () => {
    const { theirs, backend } = await openEdit()
    await field('Company Name').fill('Mine Inc.')
    theirs({ phone: '+1 555 0999' })
    await save().click()
    await expect.element(alert()).toBeVisible()
    expect(backend.table('clients').rows[0]).toMatchObject({ phone: '+1 555 0999', company_name: null })
    await expect.element(field('Company Name')).toHaveValue('Mine Inc.')
    await main().getByRole('button', { name: 'Keep My Changes' }).click()
    await expectToast('Client updated')
    await expect.element(main()).toMatchTextContent('Mine Inc.')
    await expect.element(main()).toMatchTextContent('+1 555 0000')
    await expect.element(alert()).not.toBeInTheDocument()
  })

  it('shows theirs at once to whoever has typed nothing, and tells who has', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { theirs } = await openEdit()
    const comeBackLater = () => {
      vi.setSystemTime(Date.now() + 60_000)
      window.dispatchEvent(new Event('visibilitychange'))
    }
    theirs({ phone: '+1 555 0999' })
    comeBackLater()
    await expect.element(field('Phone')).toHaveValue('+1 555 0999')
    await expect.element(alert()).not.toBeInTheDocument()

    await field('Company Name').fill('Mine Inc.')
    theirs({ phone: '+1 555 0888' })
    comeBackLater()
    await expect.element(alert()).toBeVisible()
    await expect.element(field('Company Name')).toHaveValue('Mine Inc.')
    await expect.element(field('Phone')).toHaveValue('+1 555 0999')
  })
})

describe('an edit that was left in the middle', () => {
  const unsaved = () => main().getByText(/^You have unsaved changes\./)

  async function leftInTheMiddle() {
    const scene = await openEdit()
    await field('Phone').fill('+1 555 0123')
    scene.portal.reload()
    await expect.element(unsaved()).toBeVisible()
    await expect.element(field('Phone')).toHaveValue('+1 555 0123')
    return scene
  }

  it('is there again after a reload, and says so', async () => {
    await leftInTheMiddle()
    await expectAccessible()
  })

  it('is there again after the back button', async () => {
    const { portal } = await leftInTheMiddle()
    await main().getByRole('link', { name: 'Back to Clients' }).click()
    await expect.element(page.getByRole('table')).toBeVisible()
    portal.back()
    await expect.element(unsaved()).toBeVisible()
    await expect.element(field('Phone')).toHaveValue('+1 555 0123')
  })

  it('is gone once it is saved', async () => {
    const { portal } = await leftInTheMiddle()
    await save().click()
    await expectToast('Client updated')
    portal.reload()
    await expect.element(edit()).toBeVisible()
    await expect.element(main()).toMatchTextContent('+1 555 0123')
  })

  it('is gone once it is cancelled', async () => {
    const { portal } = await leftInTheMiddle()
    await cancel().click()
    portal.reload()
    await expect.element(main()).toMatchTextContent('+1 555 0000')
    await edit().click()
    await expect.element(field('Phone')).toHaveValue('+1 555 0000')
  })

  it('says at once that somebody else has saved meanwhile', async () => {
    const { portal, theirs } = await leftInTheMiddle()
    theirs({ industry: 'Retail' })
    portal.reload()
    await expect.element(main().getByText(/^Someone else changed this client/)).toBeVisible()
    await expect.element(field('Phone')).toHaveValue('+1 555 0123')
  })
})
