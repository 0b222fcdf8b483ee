import type { Page } from '@playwright/test'
import { gate } from '../gate.ts'
import { ana, ben, sol, uma, unique } from '../people.ts'
import { row, rows } from '../table.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectDestructiveToast } from '../toasts.ts'
import { callsTo } from '../wire.ts'
import { heading, open, openAt, search, team } from './users-scene.ts'

const roleFilter = (page: Page) => page.getByRole('combobox', { name: 'Filter by role' })

test.describe('[users.md#table] the table of users', () => {
  test('shows each with name, id, roles and the day they joined, newest first', async ({ signedIn, backstage }) => {
    const { admin, others } = await team(backstage, 'user', 'agency_staff')
    const page = await open(await signedIn(admin))
    await expect(page).toHaveTitle('User Management | Dashboard')
    await expect(heading(page, 3)).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText(['User', 'Roles', 'Joined', 'Actions'])
    const [first, second] = others
    await expect(rows(page).nth(0)).toContainText(second?.name ?? 'nobody')
    await expect(rows(page).nth(1)).toContainText(first?.name ?? 'nobody')
    await expect(rows(page).nth(2)).toContainText(admin.name)

    const me = row(page, admin.name)
    await expect(me).toContainText(await backstage.idOf(admin))
    await expect(me.getByText('agency_admin', { exact: true })).toBeVisible()
    await expect(me.getByText('user', { exact: true })).toBeVisible()
    await expect(me.getByRole('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
  })

  test('gives every role its colour', async ({ signedIn, backstage }) => {
    const { agency } = await team(backstage)
    const person = await backstage.newPerson('user', agency)
    const admin = await backstage.as(sol)
    const userId = await backstage.idOf(person)
    for (const role of ['agency_staff', 'agency_admin', 'admin', 'super_admin']) {
      await admin.from('user_roles').insert({ user_id: userId, role }).throwOnError()
    }
    const page = await openAt(await signedIn(sol), person)
    for (const [role, colour] of [
      ['user', 'slate'],
      ['agency_staff', 'info'],
      ['agency_admin', 'purple'],
      ['admin', 'orange'],
      ['super_admin', 'danger'],
    ] as const) {
      const badge = row(page, person.name).locator('span').getByText(role, { exact: true })
      await expect(badge).toHaveClass(new RegExp(`\\btext-${colour}`))
    }
  })

  test('calls somebody without a name Unknown User', async ({ signedIn, backstage }) => {
    const { admin, others } = await team(backstage, 'agency_staff')
    const nameless = others[0] ?? admin
    const client = await backstage.as(nameless)
    const id = await backstage.idOf(nameless)
    await client.from('user_profiles').update({ display_name: null }).eq('id', id).throwOnError()
    const page = await open(await signedIn(admin))
    await expect(rows(page).filter({ hasText: id })).toContainText('Unknown User')
  })

  test('shows the picture of somebody who has one, and initials where it does not load', async ({
    signedIn,
    backstage,
    troubles,
  }) => {
    troubles.expectTrouble('failed GET /gone.png')
    const { admin, others } = await team(backstage, 'agency_staff')
    const id = await backstage.idOf(admin)
    const client = await backstage.as(admin)
    const hang = (avatar_url: string) => client.from('user_profiles').update({ avatar_url }).eq('id', id).throwOnError()
    await hang('https://pictures.test/me.png')
    const page = await open(await signedIn(admin))
    await expect(row(page, admin.name).locator('img')).toHaveAttribute('src', 'https://pictures.test/me.png')
    await expect(row(page, others[0]?.name ?? '').locator('img')).toHaveCount(0)
    await expect(row(page, others[0]?.name ?? '').getByText(/^N[A-Z0-9]$/)).toBeVisible()

    await page.route('https://pictures.test/gone.png', (route) => route.abort('internetdisconnected'))
    await hang('https://pictures.test/gone.png')
    await page.reload()
    await expect(row(page, admin.name).getByText(/^N[A-Z0-9]$/)).toBeVisible()
  })

  test('holds the places of the rows while it is loading', async ({ signedIn, backstage }) => {
    const { admin } = await team(backstage)
    const page = await signedIn(admin)
    const slow = await gate(page, /\/rest\/v1\/user_profiles\?.*order=/)
    await open(page)
    await expect(rows(page)).toHaveCount(8)
    await expect(page.getByText('No users found.')).toHaveCount(0)
    slow.open()
    await expect(heading(page, 1)).toBeVisible()
  })

  test('says so when it cannot be loaded, and can be asked again', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^500 GET \/rest\/v1\/user_roles\?.*in\./)
    const { admin } = await team(backstage)
    const page = await signedIn(admin)
    const refuse = /\/rest\/v1\/user_roles\?.*user_id=in/
    await page.route(refuse, (route) => route.fulfill({ status: 500, json: { message: 'out of order' } }))
    await open(page)
    await expect(page.getByText('The users could not be loaded.', { exact: true })).toBeVisible()
    await page.unroute(refuse)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(row(page, admin.name)).toBeVisible()
  })

  test('pages through the server, and reaches everybody', async ({ signedIn, backstage }) => {
    test.slow()
    const { admin, agency } = await team(backstage)
    const created = Array.from({ length: 52 }, () => backstage.newPerson('user', agency))
    const everybody = [admin, ...(await Promise.all(created))].map(({ name }) => name)
    const page = await open(await signedIn(admin))
    await expect(heading(page, 53)).toBeVisible()
    await expect(rows(page)).toHaveCount(50)
    const seen = await rows(page).locator('p.font-medium').allTextContents()
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    await expect(rows(page)).toHaveCount(3)
    seen.push(...(await rows(page).locator('p.font-medium').allTextContents()))
    expect(seen.toSorted()).toEqual(everybody.toSorted())
  })

  test('becomes cards on a phone', async ({ signedIn, backstage }) => {
    const { others } = await team(backstage, 'agency_staff')
    const person = others[0] ?? sol
    const page = await openAt(await signedIn(sol, { viewport: phone }), person)
    await expect(row(page, person.name).getByRole('combobox')).toHaveCount(2)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
  })
})

test.describe('[users.md#search-and-role-filter] search and role filter', () => {
  test('find by name and by id, whatever the case, in the database', async ({ signedIn, backstage }) => {
    const { admin, others } = await team(backstage, 'agency_staff', 'user')
    const person = others[0] ?? admin
    const page = await open(await signedIn(admin))
    await expect(heading(page, 3)).toBeVisible()
    const id = await backstage.idOf(person)
    for (const typed of [person.name.toUpperCase(), id, id.slice(0, 13)]) {
      await search(page).fill(typed)
      await expect(heading(page, 1), typed).toBeVisible()
      await expect(row(page, person.name), typed).toBeVisible()
    }
    await search(page).fill('100%_nobody')
    await expect(page.getByText('No users found.', { exact: true })).toBeVisible()
    await search(page).fill('')
    await expect(heading(page, 3)).toBeVisible()
  })

  test('offers all roles and each role, and shows who holds it, with all their roles', async ({
    signedIn,
    backstage,
  }) => {
    const { admin, others } = await team(backstage, 'agency_staff', 'user')
    const staff = others[0] ?? admin
    const page = await open(await signedIn(admin))
    await expect(roleFilter(page).getByRole('option')).toHaveText([
      'All roles',
      'user',
      'agency_staff',
      'agency_admin',
      'admin',
      'super_admin',
    ])
    await roleFilter(page).selectOption('agency_staff')
    await expect(heading(page, 1)).toBeVisible()
    await expect(row(page, staff.name).getByText('user', { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/dashboard/users?role=agency_staff')
    await page.reload()
    await expect(heading(page, 1)).toBeVisible()
    await roleFilter(page).selectOption('admin')
    await expect(page.getByText('No users found.', { exact: true })).toBeVisible()
    await roleFilter(page).selectOption('All roles')
    await expect(heading(page, 3)).toBeVisible()
  })

  test('narrow together', async ({ signedIn, backstage }) => {
    const { admin, others } = await team(backstage, 'agency_staff', 'agency_staff')
    const page = await open(await signedIn(admin))
    await roleFilter(page).selectOption('agency_staff')
    await expect(heading(page, 2)).toBeVisible()
    await search(page).fill(others[1]?.name ?? '')
    await expect(heading(page, 1)).toBeVisible()
  })
})

test('[users.md#table] the list asks for the profiles newest first, then for the roles of those ids', async ({
  signedIn,
  backstage,
}) => {
  const { admin, others } = await team(backstage, 'agency_staff')
  const page = await signedIn(admin)
  const profiles = callsTo(page, '/rest/v1/user_profiles')
  const roles = callsTo(page, '/rest/v1/user_roles')
  await open(page)
  await expect(heading(page, 2)).toBeVisible()
  const list = profiles.find((call) => call.url().includes('order='))
  expect(list?.method()).toBe('GET')
  expect(new URL(list?.url() ?? '').searchParams.get('order')).toBe('created_at.desc,id.asc')
  const held = roles.find((call) => call.url().includes('user_id=in'))
  expect(held?.method()).toBe('GET')
  const asked = new URL(held?.url() ?? '').searchParams
  expect(asked.get('select')).toBe('user_id,role')
  const ids = await Promise.all([...others, admin].map((person) => backstage.idOf(person)))
  expect(asked.get('user_id')).toBe(`in.(${ids.join(',')})`)
})

test.describe('[users.md#users] who sees it', () => {
  for (const [person, role] of [
    [uma, 'user'],
    [ben, 'agency_staff'],
  ] as const) {
    test(`not ${role}`, async ({ signedIn }) => {
      const page = await signedIn(person)
      await page.goto('/dashboard/users')
      await expect(page.getByRole('main')).toContainText(
        "Access Denied — You don't have permission to view user management.",
      )
      await expect(page.getByRole('button', { name: 'Add User' })).toHaveCount(0)
      await expect(page.getByRole('table')).toHaveCount(0)
    })
  }

  test('an agency admin sees it, but changes no roles and no passwords', async ({ signedIn }) => {
    const page = await open(await signedIn(ana))
    await expect(row(page, ben.name)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add User' })).toBeVisible()
    await expect(page.getByRole('button', { name: /Reset Password/ })).toHaveCount(0)
    await expect(rows(page).getByRole('combobox')).toHaveCount(0)
  })

  test('a super admin sees no controls beside themselves', async ({ signedIn }) => {
    const page = await openAt(await signedIn(sol), sol)
    await expect(row(page, sol.name).getByRole('combobox')).toHaveCount(0)
    await expect(row(page, sol.name).getByRole('button')).toHaveCount(0)
  })
})

for (const [device, viewport] of [
  ['phone', phone],
  ['desktop', { width: 1280, height: 800 }],
] as const) {
  test(`[axe] users and their dialogs on a ${device}`, async ({ signedIn, backstage }) => {
    const { others } = await team(backstage, 'agency_staff')
    const person = others[0] ?? uma
    const page = await openAt(await signedIn(sol, { viewport }), person)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add User' }).click()
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await expectDestructiveToast(page, 'Missing required fields')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await row(page, person.name).getByRole('button').click()
    await page.getByRole('button', { name: 'Generate Random Password' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(page)
  })
}

test('[axe] no users found, and access denied', async ({ signedIn }) => {
  const page = await open(await signedIn(sol), `?search=${encodeURIComponent(unique('Nobody'))}`)
  await expect(page.getByText('No users found.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  const refused = await signedIn(uma)
  await refused.goto('/dashboard/users')
  await expect(refused.getByText('Access Denied')).toBeVisible()
  await expectAccessible(refused)
})
