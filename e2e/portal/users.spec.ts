import type { Page } from '@playwright/test'
import { row, rows } from '../list-rows.ts'
import { expect, test } from '../test.ts'
import { createTeam, heading, open, search } from './users-scene.ts'

const roleFilter = (page: Page) => page.getByRole('combobox', { name: 'Filter by role' })

test('[users.md#table] [users.md#search-and-role-filter] the table of users is found through by name, id and role', async ({
  signedIn,
  testData,
}) => {
  const { admin, others } = await createTeam(testData, 'user', 'agency_staff', 'agency_staff')
  const [user, staff, newest] = others
  if (!user || !staff || !newest) throw new Error('Nobody was made.')
  const page = await open(await signedIn(admin))

  await test.step('shows each with name, id, roles and the day they joined, newest first', async () => {
    await expect(page).toHaveTitle('User Management | Dashboard')
    await expect(heading(page, 4)).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText(['User', 'Roles', 'Joined', 'Actions'])
    for (const [place, { name }] of [newest, staff, user, admin].entries()) {
      await expect(rows(page).nth(place)).toContainText(name)
    }
    const me = row(page, admin.name)
    await expect(me).toContainText(await testData.idOf(admin))
    await expect(me.getByText('agency_admin', { exact: true })).toBeVisible()
    await expect(me.getByText('user', { exact: true })).toBeVisible()
    await expect(me.getByRole('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
  })

  await test.step('finds by name and by id, whatever the case, in the database', async () => {
    const id = await testData.idOf(staff)
    for (const typed of [staff.name.toUpperCase(), id, id.slice(0, 13)]) {
      await search(page).fill(typed)
      await expect(heading(page, 1), typed).toBeVisible()
      await expect(row(page, staff.name), typed).toBeVisible()
    }
    await search(page).fill('100%_nobody')
    await expect(page.getByText('No users found.', { exact: true })).toBeVisible()
    await search(page).fill('')
    await expect(heading(page, 4)).toBeVisible()
  })

  await test.step('offers all roles and each role, and shows who holds it, with all their roles', async () => {
    await expect(roleFilter(page).getByRole('option')).toHaveText([
      'All roles',
      'user',
      'agency_staff',
      'agency_admin',
      'admin',
      'super_admin',
    ])
    await roleFilter(page).selectOption('agency_staff')
    await expect(heading(page, 2)).toBeVisible()
    await expect(row(page, staff.name).getByText('user', { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/dashboard/users?role=agency_staff')
    await page.reload()
    await expect(heading(page, 2)).toBeVisible()
    // Search and role filter narrow the list together.
    await search(page).fill(newest.name)
    await expect(heading(page, 1)).toBeVisible()
    await search(page).fill('')
    await expect(heading(page, 2)).toBeVisible()
    await roleFilter(page).selectOption('admin')
    await expect(page.getByText('No users found.', { exact: true })).toBeVisible()
    await roleFilter(page).selectOption('All roles')
    await expect(heading(page, 4)).toBeVisible()
  })
})
