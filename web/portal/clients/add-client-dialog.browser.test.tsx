import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectDestructiveToast, expectToast, rows } from '../../testing/expect.ts'
import { FakeBackend, noAnswer, refusal } from '../../testing/fake-backend.ts'
import { ben, north } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import ClientsRoute from './clients-route.tsx'

const CLIENTS = '/rest/v1/clients'
const DOUBLES = '/rest/v1/rpc/client_doubles'

function openAt(at: string, { names = [] as string[], as = ben } = {}) {
  const clients = names.map((name) => ({ name, email: 'owner@shop.test', search_text: name.toLowerCase() }))
  const screens = [
    { path: '/dashboard/clients', Component: ClientsRoute },
    { path: '/dashboard/clients/:clientId', Component: () => null },
  ]
  return Portal.open(new FakeBackend({ clients }), { screens, at, as })
}

async function openDialog({ names = [] as string[], as = ben, at = '/dashboard/clients' } = {}) {
  const portal = openAt(at, { names, as })
  await expect.element(title(names.length)).toBeVisible()
  await reopen()
  return portal
}

async function reopen() {
  await page.getByRole('button', { name: 'Add Client' }).click()
  await expect.element(dialog()).toBeVisible()
}

async function fill(typed: { name: string; company?: string; email: string; phone?: string; url?: string }) {
  await field('Client Name').fill(typed.name)
  await field('Company Name').fill(typed.company ?? '')
  await field('Email').fill(typed.email)
  await field('Phone').fill(typed.phone ?? '')
  await field('Website URL').fill(typed.url ?? '')
}

const title = (count: number) => page.getByRole('heading', { name: `Clients (${count})` })
const dialog = () => page.getByRole('dialog', { name: /add (new )?client/i })
const field = (label: string) => dialog().getByLabelText(label)
const submit = () => dialog().getByRole('button', { name: 'Add Client' })

it('sends a client trimmed, says so, and shows it first', async () => {
  const { backend } = await openDialog({ names: ['Otto Old'] })
  await fill({
    name: '  Nell New ',
    company: 'Newness',
    email: ' nell@new.test ',
    phone: '555 0199',
    url: 'https://new.test',
  })
  await submit().click()
  await expectToast('Client created')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(title(2)).toBeVisible()
  await expect.element(rows().first()).toMatchTextContent('Nell New')
  expect(backend.sent('POST', CLIENTS)[0]?.body).toEqual({
    name: 'Nell New',
    company_name: 'Newness',
    email: 'nell@new.test',
    phone: '555 0199',
    website_url: 'https://new.test',
    agency_id: north,
  })
})

it('leads to what was added, from the notice and from the beginning of the list', async () => {
  const portal = await openDialog({ names: ['Otto Old'], at: '/dashboard/clients?search=otto' })
  await fill({ name: 'Nell New', email: 'nell@new.test' })
  await submit().click()
  await expect.element(rows()).toHaveLength(2)
  expect(portal.location).toBe('/dashboard/clients')
  await page.getByRole('region', { name: 'Notifications' }).getByRole('link', { name: 'Open' }).click()
  await expect.poll(() => portal.location).toMatch(/^\/dashboard\/clients\/[\da-f-]{36}$/)
})

it('is open where the address asks for it, over a reload, until it is closed', async () => {
  const portal = openAt('/dashboard/clients?new')
  await expect.element(dialog()).toBeVisible()
  await field('Client Name').fill('Half Done')
  portal.reload()
  await expect.element(field('Client Name')).toHaveValue('Half Done')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(portal.location).toBe('/dashboard/clients')
})

it('sends what was left empty as null', async () => {
  const { backend } = await openDialog()
  await fill({ name: 'Mo Minimal', email: 'mo@minimal.test' })
  await submit().click()
  await expectToast('Client created')
  expect(backend.sent('POST', CLIENTS)[0]?.body).toMatchObject({ company_name: null, phone: null, website_url: null })
})

it.each([
  ['a name', '   ', 'somebody@shop.test'],
  ['an email', 'Somebody', '  '],
  ['both', '', ''],
])('asks for %s', async (_what, name, email) => {
  const { backend } = await openDialog()
  await fill({ name, email })
  await submit().click()
  await expectDestructiveToast('Missing required fields', 'Name and Email are required to create a client.')
  await expect.element(dialog()).toBeVisible()
  expect(backend.sent('POST', CLIENTS)).toEqual([])
})

it('fails with the server’s message and keeps what was typed', async () => {
  const { backend } = await openDialog()
  backend.answer('POST', CLIENTS, () => refusal('The shelf is full'))
  await fill({ name: 'Kim Kept', email: 'kim@kept.test', company: 'Keepers' })
  await submit().click()
  await expectDestructiveToast('Creation failed', 'The shelf is full')
  await expect.element(field('Client Name')).toHaveValue('Kim Kept')
  await expect.element(field('Company Name')).toHaveValue('Keepers')
  await expect.element(submit()).toBeEnabled()
})

it('fails with the default message where the network is gone', async () => {
  const { backend } = await openDialog()
  backend.answer('POST', CLIENTS, noAnswer)
  await fill({ name: 'Kim Kept', email: 'kim@kept.test' })
  await submit().click()
  await expectDestructiveToast('Creation failed', 'Unable to create client.')
})

it('needs an agency', async () => {
  await openDialog({ as: { ...ben, agency_id: null } })
  await fill({ name: 'Ida Idle', email: 'ida@idle.test' })
  await submit().click()
  await expectDestructiveToast('Creation failed', 'User not assigned to an agency')
})

it('makes one client of a double click', async () => {
  const { backend } = await openDialog()
  await fill({ name: 'Dee Double', email: 'dee@double.test' })
  await submit().dblClick()
  await expectToast('Client created')
  await expect.element(title(1)).toBeVisible()
  expect(backend.sent('POST', CLIENTS)).toHaveLength(1)
})

describe('[clients.md#doubles] a client that is there already', () => {
  const harbor = { id: crypto.randomUUID(), name: 'Harbor Bakery', same: ['email', 'website'] }
  const typed = { name: 'Harbor', email: 'hi@harbor.test', phone: '555 0199', url: 'harbor.test' }

  it('is named with a link before anything is saved, and added anyway on request', async () => {
    const { backend } = await openDialog()
    backend.answer('POST', DOUBLES, () => Response.json([harbor, { id: 'otto', name: 'Otto Old', same: ['phone'] }]))
    await fill(typed)
    await submit().click()
    await expect
      .element(dialog().getByRole('status'))
      .toMatchTextContent('Harbor Bakery has this email address and this website.Otto Old has this phone number.')
    const link = dialog().getByRole('link', { name: 'Harbor Bakery' })
    await expect.element(link).toHaveAttribute('href', `/dashboard/clients/${harbor.id}`)
    expect(backend.sent('POST', CLIENTS)).toEqual([])
    expect(backend.sent('POST', DOUBLES).map(({ body }) => body)).toEqual([
      { agency: north, email: 'hi@harbor.test', phone: '555 0199', website_url: 'harbor.test' },
    ])
    await dialog().getByRole('button', { name: 'Add Anyway' }).click()
    await expectToast('Client created')
    expect(backend.sent('POST', CLIENTS)).toHaveLength(1)
    expect(backend.sent('POST', DOUBLES)).toHaveLength(1)
  })

  it('is looked for again once the contact details are others', async () => {
    const { backend } = await openDialog()
    const forget = backend.answer('POST', DOUBLES, () => Response.json([harbor]))
    await fill(typed)
    await submit().click()
    await expect.element(dialog().getByRole('button', { name: 'Add Anyway' })).toBeVisible()
    forget()
    await field('Email').fill('other@harbor.test')
    await expect.element(dialog().getByRole('status')).not.toBeInTheDocument()
    await submit().click()
    await expectToast('Client created')
  })

  it('keeps nobody from adding a client where it cannot be looked for', async () => {
    const { backend } = await openDialog()
    backend.answer('POST', DOUBLES, noAnswer)
    await fill(typed)
    await submit().click()
    await expectToast('Client created')
    expect(backend.sent('POST', CLIENTS)).toHaveLength(1)
  })
})

it('needs somebody who is still signed in, and keeps what was typed', async () => {
  await openDialog()
  await fill({ name: 'Otto Out', email: 'otto@out.test' })
  localStorage.clear()
  await submit().click()
  await expectDestructiveToast('Creation failed', 'Not authenticated')
  await expect.element(field('Client Name')).toHaveValue('Otto Out')
})

it('keeps what was typed through Escape and a reload, until Cancel', async () => {
  const portal = await openDialog()
  await field('Client Name').fill('Half Done')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Add Client' })).toHaveFocus()
  await reopen()
  await expect.element(field('Client Name')).toHaveValue('Half Done')

  portal.reload()
  await expect.element(title(0)).toBeVisible()
  await reopen()
  await expect.element(field('Client Name')).toHaveValue('Half Done')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await reopen()
  await expect.element(field('Client Name')).toHaveValue('')
  portal.reload()
  await reopen()
  await expect.element(field('Client Name')).toHaveValue('')
})
