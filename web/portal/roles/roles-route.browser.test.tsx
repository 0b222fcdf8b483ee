import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  expectAccessible,
  expectDestructiveToast,
  expectToast,
  horizontalOverflow,
  phoneAndDesktop,
  row,
  rows,
} from '../../testing/expect.ts'
import { noAnswer, refusal } from '../../testing/fake-backend.ts'
import { isRow } from '../../testing/fake-table.ts'
import { ana, ben, cleo, north, type Person, sol, south } from '../../testing/people.ts'
import { agencies, openRoles as open, PERMISSIONS, withRoles } from '../../testing/role-scene.ts'
import { PROFILES } from '../../testing/user-scene.ts'

const card = (role: string) => page.getByRole('region', { name: role })
const details = (role: string) => card(role).getByRole('button', { name: `Details of ${role}` })

it.each([
  ['user', 'slate', '2 people'],
  ['agency_staff', 'info', '1 person'],
  ['agency_admin', 'purple', '0 people'],
  ['admin', 'orange', '0 people'],
  ['super_admin', 'danger', '1 person'],
])('shows the role %s with its colour, and how many hold it', async (role, colour, held) => {
  open(withRoles(sol, ben))
  await expect.element(card(role).getByText(held)).toBeVisible()
  const badge = card(role).getByRole('heading', { name: role }).getByText(role)
  await expect.element(badge).toHaveClass(new RegExp(`\\btext-${colour}`))
  expect(document.title).toBe('Role Management | Dashboard')
})

it('shows who holds a role: the newest, with the others a click away', async () => {
  const others = Array.from({ length: 6 }, (_, number) => ({
    ...ben,
    name: `Person ${number}`,
    id: `e0000000-0000-4000-8000-00000000000${number}`,
  }))
  const portal = open(withRoles(sol, ...others))
  await details('agency_staff').click()
  const holders = card('agency_staff').getByRole('list').last().getByRole('listitem')
  await expect.element(holders).toHaveLength(5)
  await expect.element(holders.first()).toMatchTextContent('Person 5')
  await expect.element(holders.first()).toMatchTextContent('North Street Marketing')
  await card('agency_staff')
    .getByRole('link', { name: /^And 1 more in User Management/ })
    .click()
  await expect.poll(() => portal.location).toBe('/dashboard/users?role=agency_staff')
})

it('[roles.md#roles] explains each role in a row, and opens to what it may do', async () => {
  open(withRoles(sol, ben))
  await expect.element(card('agency_staff')).toMatchTextContent(/Works with the clients.*1 person: Ben Carter/)
  expect(card('agency_staff').getByText('Held by').length).toBe(0)
  await details('agency_staff').click()
  await expect.element(card('agency_staff').getByText('Read and add · their own agency')).toBeVisible()
  await expect.element(details('agency_staff')).toHaveAttribute('aria-expanded', 'true')
})

it('says when what roles may do cannot be loaded, and can be asked again', async () => {
  const backend = withRoles(sol, ben)
  const recover = backend.answer('GET', PERMISSIONS, () => refusal('out of order'))
  open(backend)
  await expect.element(page.getByText('The roles’ permissions could not be loaded.')).toBeVisible()
  recover()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await details('agency_staff').click()
  await expect.element(card('agency_staff').getByText('Clients', { exact: true })).toBeVisible()
})

it('says when it cannot be loaded who holds a role, and can be asked again', async () => {
  const backend = withRoles(sol, ben)
  const recover = backend.answer('GET', PROFILES, () => refusal('out of order'))
  open(backend)
  await expect.element(card('admin').getByText('The people with this role could not be loaded.')).toBeVisible()
  recover()
  await card('admin').getByRole('button', { name: 'Try Again' }).click()
  await expect.element(card('admin')).toMatchTextContent('0 people')
})

it.each([
  ['an agency admin', ana],
  ['a user', { ...ben, roles: ['user'] } satisfies Person],
])('is denied to %s', async (_who, as) => {
  open(withRoles(as), { as })
  const denied = "Access Denied — You don't have permission to view role management."
  await expect.element(page.getByRole('main')).toMatchTextContent(denied)
  expect(page.getByRole('tab').length).toBe(0)
})

describe('putting a person into an agency', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Change Agency' })
  const opener = () => row('Ben Carter').getByRole('button', { name: 'Change Agency of Ben Carter' })
  const submit = () => dialog().getByRole('button', { name: 'Change Agency' })
  const radio = (name: string | RegExp) => dialog().getByRole('radio', { name })
  const there = () => radio('South Side Studio')
  const search = () => dialog().getByRole('searchbox')

  async function ready() {
    const backend = withRoles(sol, ben, cleo)
    // The agency that is joined to a profile changes with it.
    backend.answer('PATCH', PROFILES, ({ body }) => {
      const [profile] = backend.table('user_profiles').matching(new URLSearchParams({ id: `eq.${ben.id}` }))
      const agencyId = isRow(body) ? body.agency_id : undefined
      if (profile) profile.agency = agencies.find(({ id }) => id === agencyId) ?? null
      return new Response(null, { status: 204, headers: { 'content-range': '*/1' } })
    })
    open(backend, { query: '?view=people' })
    await expect.element(row('Ben Carter')).toMatchTextContent('North Street Marketing')
    return backend
  }

  it('finds the person and the agency by name, and stores the choice', async () => {
    const backend = await ready()
    await page.getByRole('searchbox', { name: 'Search people' }).fill('BEN')
    await expect.element(rows()).toHaveLength(1)
    await opener().click()
    await expect.element(radio(/^North/)).toBeChecked()
    await expect.element(submit()).toBeDisabled()
    await search().fill('side')
    await there().click()
    await submit().click()
    await expectToast('Agency changed')
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(row('Ben Carter')).toMatchTextContent('South Side Studio')
    await expect.element(opener()).toHaveFocus()
    const sent = backend.sent('PATCH', PROFILES).map(({ query, body }) => ({ query, body }))
    expect(sent).toEqual([{ query: { id: `eq.${ben.id}` }, body: { agency_id: south } }])
  })

  it('stores it once, for a double click', async () => {
    const backend = await ready()
    await opener().click()
    await there().click()
    await submit().dblClick()
    await expectToast('Agency changed')
    expect(backend.sent('PATCH', PROFILES)).toHaveLength(1)
  })

  it('puts them into none', async () => {
    await ready()
    await opener().click()
    await radio('No agency').click()
    await submit().click()
    await expectToast('Agency changed')
    await expect.element(row('Ben Carter')).toMatchTextContent('No agency')
  })

  it('shows what is chosen, whatever is searched for', async () => {
    await ready()
    await opener().click()
    await there().click()
    await search().fill('nothing like it')
    await expect.element(dialog().getByText('0 found')).toBeVisible()
    await expect.element(there()).toBeChecked()
    await expect.element(radio(/^North/)).toBeVisible()
  })

  it('works by the keyboard alone', async () => {
    await ready()
    opener().element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(search()).toHaveFocus()
    await userEvent.keyboard('South')
    await expect.element(dialog().getByText('1 found')).toBeVisible()
    await userEvent.keyboard('{Tab}{ArrowDown}{ArrowDown}')
    await expect.element(there()).toBeChecked()
    await userEvent.keyboard('{Enter}')
    await expectToast('Agency changed')
    await expect.element(row('Ben Carter')).toMatchTextContent('South Side Studio')
  })

  it.each([
    ['in the words of the server', () => refusal('Not today', { status: 403, code: '42501' }), 'Not today'],
    ['in its own', noAnswer, 'Failed to change the agency. Please try again.'],
  ])('says %s why it failed, and keeps the choice', async (_how, answer, said) => {
    const backend = await ready()
    backend.answer('PATCH', PROFILES, answer)
    await opener().click()
    await there().click()
    await submit().click()
    await expectDestructiveToast('Error', said)
    await expect.element(there()).toBeChecked()
  })

  it('[vault.md#the-leavers-list] leads to the passwords that they may know, where they had an agency', async () => {
    const portal = open(withRoles(sol, ben, { ...cleo, agency_id: null }), { query: '?view=people' })
    const leaversList = () => dialog().getByRole('link', { name: "leaver's list" })
    await row('Cleo Martin').getByRole('button', { name: 'Change Agency of Cleo Martin' }).click()
    await expect.element(radio(/^No agency/)).toBeChecked()
    expect(leaversList().length).toBe(0)
    await userEvent.keyboard('{Escape}')
    await opener().click()
    await leaversList().click()
    await expect.poll(() => portal.location).toBe(`/dashboard/users/${ben.id}/leaver?agency=${north}`)
  })

  it('is not for themselves', async () => {
    await ready()
    await expect.element(row('Sol Okafor')).toMatchTextContent('This is you')
    expect(row('Sol Okafor').getByRole('button').length).toBe(0)
  })

  it('says when nobody is found', async () => {
    open(withRoles(sol), { query: '?view=people&search=nobody' })
    await expect.element(page.getByText('No one found.')).toBeVisible()
  })

  it('says when the people cannot be loaded, and can be asked again', async () => {
    const backend = withRoles(sol, ben)
    const recover = backend.answer('GET', PROFILES, () => refusal('out of order'))
    open(backend, { query: '?view=people' })
    await expect.element(page.getByText('The people could not be loaded.')).toBeVisible()
    recover()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect.element(row('Ben Carter')).toBeVisible()
  })

  it.each(phoneAndDesktop)('is accessible on $device, as are the roles', async ({ size }) => {
    await page.viewport(...size)
    await ready()
    await expectAccessible()
    await opener().click()
    await expect.element(there()).toBeVisible()
    await expectAccessible()
    expect(horizontalOverflow()).toBe(0)
    await userEvent.keyboard('{Escape}')
    await page.getByRole('tab', { name: 'Roles' }).click()
    await details('agency_staff').click()
    await expect.element(card('agency_staff').getByText('Clients', { exact: true })).toBeVisible()
    expect(horizontalOverflow()).toBe(0)
    await expectAccessible()
  })
})
