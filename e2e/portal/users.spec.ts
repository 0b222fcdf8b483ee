import type { Page } from '@playwright/test'
import { row, rows } from '../table.ts'
import { expect, test } from '../test.ts'
import { heading, open, search, team } from './users-scene.ts'

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
