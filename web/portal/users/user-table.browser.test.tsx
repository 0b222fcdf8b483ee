import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  expectAccessible,
  expectDestructiveToast,
  expectTexts,
  expectToast,
  horizontalOverflow,
  phone,
  row,
  rows,
} from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { fakeClipboard } from '../../testing/fake-clipboard.ts'
import { ana, ben, type Person, sol } from '../../testing/people.ts'
import { openUsers, PROFILES, ROLES, title, withPeople } from '../../testing/user-scene.ts'
import { type Role, roleDescriptions } from '../me/role.ts'

const everyRole: Role[] = ['user', 'agency_staff', 'agency_admin', 'admin', 'super_admin']
const uma: Person = { ...ben, id: 'b0000000-0000-4000-8000-000000000006', name: 'Uma Patel', roles: ['user'] }

it('shows each person with name, id, roles and the day they joined, newest first', async () => {
  openUsers(withPeople(ana, ben, uma), ana)
  await expect.element(title(3)).toBeVisible()
  expect(document.title).toBe('User Management | Dashboard')
  await expectTexts(page.getByRole('columnheader'), ['User', 'Roles', 'Joined', 'Actions'])
  for (const [place, person] of [uma, ben, ana].entries()) {
    await expect.element(rows().nth(place)).toMatchTextContent(person.name)
  }
  await expect.element(row('Ana Reyes')).toMatchTextContent(ana.id)
  await expect.element(row('Ana Reyes').getByText('agency_admin')).toBeVisible()
  await expect.element(row('Ana Reyes').getByText('user')).toBeVisible()
  await expect.element(row('Ana Reyes').getByRole('time')).toMatchTextContent(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
})

it('shows the address, the agency, what they may do, and when they last came', async () => {
  const hourAgo = new Date(Date.now() - 61 * 60_000).toISOString()
  openUsers(withPeople({ ...ana, last_sign_in_at: hourAgo }, { ...uma, agency_id: null }))
  for (const words of ['ana@north.test', 'agency_admin', 'North', 'Signed in 1 hour ago'])
    await expect.element(row('Ana Reyes')).toMatchTextContent(words)
  for (const words of ['user', 'No agency', 'Never signed in'])
    await expect.element(row('Uma Patel')).toMatchTextContent(words)
})

it('copies an id by a click, and says so', async () => {
  const clipboard = fakeClipboard()
  openUsers(withPeople(ana, sol))
  await row('Ana Reyes')
    .getByRole('button', { name: /Copy the id/ })
    .click()
  await expectToast('Copied', 'ID copied to clipboard.')
  expect(clipboard.text).toBe(ana.id)
})

it('says so where the browser lets nobody copy', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  openUsers(withPeople(ana, sol))
  await row('Ana Reyes')
    .getByRole('button', { name: /Copy the id/ })
    .click()
  await expectDestructiveToast('Error', 'The ID could not be copied. Please copy it manually.')
})

it('finds people by their address', async () => {
  openUsers(withPeople(ana, ben, sol))
  await page.getByRole('searchbox', { name: 'Search users' }).fill('BEN@north')
  await expect.element(title(1)).toBeVisible()
  await expect.element(row('Ben Carter')).toBeVisible()
})

it('asks for the profiles newest first, then for the roles of those ids', async () => {
  const { backend } = openUsers(withPeople(ana, ben), ana)
  await expect.element(title(2)).toBeVisible()
  const list = backend.sent('GET', PROFILES).find(({ query }) => query.order !== undefined)
  expect(list?.query.order).toBe('created_at.desc,id.asc')
  const held = backend.sent('GET', ROLES).find(({ query }) => query.user_id?.startsWith('in'))
  expect(held?.query).toEqual({ select: 'user_id,role', user_id: `in.(${ben.id},${ana.id})` })
})

it('[users.md#table] sorts by a heading, upwards, downwards, and newest first again', async () => {
  const { backend } = openUsers(withPeople(ana, ben))
  const orders = () => backend.sent('GET', PROFILES).flatMap(({ query }) => query.order ?? [])
  for (const order of ['search_text.asc,created_at.desc,id.asc', 'search_text.desc,created_at.desc,id.asc']) {
    await page.getByRole('columnheader', { name: 'User' }).getByRole('link').click()
    await expect.poll(() => orders().at(-1)).toBe(order)
  }
  await page.getByRole('columnheader', { name: 'Joined' }).getByRole('link').click()
  await expect.poll(() => orders().at(-1)).toBe('created_at.asc,created_at.desc,id.asc')
})

it('gives every role its colour', async () => {
  openUsers(withPeople({ ...ben, roles: everyRole }))
  for (const [place, colour] of ['slate', 'info', 'purple', 'orange', 'danger'].entries()) {
    const badge = row('Ben Carter')
      .getByRole('cell')
      .nth(1)
      .getByText(everyRole[place] ?? '')
    await expect.element(badge).toHaveClass(new RegExp(`\\btext-${colour}`))
  }
})

it('calls somebody without a name Unknown User', async () => {
  openUsers(withPeople({ ...ben, name: '' }))
  await expect.element(rows().filter({ hasText: ben.id })).toMatchTextContent('Unknown User')
})

it('shows the picture of somebody who has one, and initials where there is none or it does not load', async () => {
  const [picture, gone] = ['https://pictures.test/me.png', 'https://nowhere.invalid/gone.png']
  openUsers(withPeople({ ...ana, avatar_url: picture }, { ...ben, avatar_url: gone }, uma))
  await expect.element(row('Ana Reyes')).toBeVisible()
  expect(row('Ana Reyes').element().querySelector('img')?.src).toBe(picture)
  await expect.element(row('Ben Carter').getByText('BC')).toBeVisible()
  await expect.element(row('Uma Patel').getByText('UP')).toBeVisible()
})

it('holds the places of the rows while it is loading', async () => {
  const backend = withPeople(ana, sol)
  const slow = backend.hold('GET', PROFILES, ({ query }) => query.order !== undefined)
  openUsers(backend)
  await expect.element(rows()).toHaveLength(8)
  expect(page.getByText('No users found.').length).toBe(0)
  slow.open()
  await expect.element(title(2)).toBeVisible()
})

it('says so when it cannot be loaded, and can be asked again', async () => {
  const backend = withPeople(ana, sol)
  const recover = backend.answer('GET', ROLES, ({ query }) =>
    query.user_id?.startsWith('in') ? refusal('out of order') : Response.json([{ role: 'super_admin' }]),
  )
  openUsers(backend)
  await expect.element(page.getByText('The users could not be loaded.')).toBeVisible()
  recover()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(row('Ana Reyes')).toBeVisible()
})

it('pages through the server, and reaches everybody', async () => {
  const people = Array.from({ length: 52 }, (_, number) => ({
    ...ben,
    name: `Person ${number}`,
    roles: [],
    id: `e0000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`,
  }))
  openUsers(withPeople(sol, ...people))
  await expect.element(title(53)).toBeVisible()
  await expect.element(rows()).toHaveLength(50)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.element(rows()).toHaveLength(3)
  for (const name of ['Person 1', 'Person 0', 'Sol Okafor']) await expect.element(row(name)).toBeVisible()
})

it('becomes cards on a phone', async () => {
  await page.viewport(...phone)
  openUsers(withPeople(ben, sol))
  await expect.element(row('Ben Carter').getByRole('button', { name: 'agency_staff' })).toBeVisible()
  expect(row('Ben Carter').getByRole('combobox').length).toBe(0)
  expect(row('Ben Carter').element().getBoundingClientRect().height).toBeLessThanOrEqual(90)
  await expectAccessible()
  await page.getByRole('button', { name: 'More about Ben Carter' }).click()
  await expect.element(row('Ben Carter').getByRole('combobox')).toHaveLength(2)
  expect(horizontalOverflow()).toBe(0)
  await expectAccessible()
})

it.each<[string, Person]>([
  ['a user', uma],
  ['staff', ben],
])('is denied to %s', async (_who, person) => {
  openUsers(withPeople(person), person)
  const denied = "Access Denied — You don't have permission to view user management."
  await expect.element(page.getByRole('main')).toMatchTextContent(denied)
  expect(page.getByRole('button', { name: 'Add User' }).length).toBe(0)
  expect(page.getByRole('table').length).toBe(0)
  await expectAccessible()
})

it('shows an agency admin neither roles to give nor passwords to reset', async () => {
  openUsers(withPeople(ana, ben), ana)
  await expect.element(row('Ben Carter')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add User' })).toBeVisible()
  expect(page.getByRole('button', { name: /Reset Password/ }).length).toBe(0)
  expect(rows().getByRole('combobox').length).toBe(0)
})

it('shows a super admin no controls beside themselves', async () => {
  openUsers(withPeople(sol))
  await expect.element(row('Sol Okafor')).toBeVisible()
  expect(row('Sol Okafor').getByRole('combobox').length).toBe(0)
  const controls = row('Sol Okafor').getByRole('button')
  await expectTexts(controls, [sol.id, 'super_admin', 'user'])
})

it('says when nobody is found', async () => {
  const backend = withPeople(sol)
  backend.table('user_profiles').rows = []
  backend.answer('GET', PROFILES, () => Response.json([], { headers: { 'content-range': '*/0' } }))
  openUsers(backend)
  await expect.element(page.getByText('No users found.')).toBeVisible()
  await expectAccessible()
})

describe('[users.md#table] what a role may do is in the tooltip of its badge', () => {
  const tooltip = () => page.getByRole('tooltip')
  const badge = () => row('Ben Carter').getByRole('button', { name: 'agency_staff' })

  it('for the keyboard, until Escape', async () => {
    openUsers(withPeople(ben, sol))
    await expect.element(badge()).toBeVisible()
    badge().element().focus()
    await expectTexts(tooltip(), [roleDescriptions.agency_staff])
    await userEvent.keyboard('{Escape}')
    await expect.element(tooltip()).not.toBeInTheDocument()
  })

  it('for a tap', async () => {
    openUsers(withPeople(ben, sol))
    await badge().click()
    await expectTexts(tooltip(), [roleDescriptions.agency_staff])
  })
})
