import type { Page } from '@playwright/test'
import { rows } from '../list-rows.ts'
import { ben, newcomer, type Person, sol } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { createTeam, heading, open } from './users-scene.ts'

test.describe('[users.md#adding] adding a user', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add User' })
  const submit = (page: Page) => dialog(page).locator('button[type=submit]')

  async function openDialog(page: Page) {
    await page.getByRole('button', { name: 'Add User' }).click()
    await expect(dialog(page)).toBeVisible()
  }

  async function fill(page: Page, { name, email, password }: Person) {
    await dialog(page).getByLabel('Email').fill(email)
    await dialog(page).getByLabel('Name').fill(name)
    await dialog(page).getByLabel('Password').fill(password)
  }

  test('sends email, name, password and role, says so, and shows them first; fails with the message of the function', async ({
    signedIn,
    testData,
    pageErrors,
  }) => {
    const { admin } = await createTeam(testData)
    const page = await open(await signedIn(admin))
    const dana = newcomer()
    await openDialog(page)
    await fill(page, { ...dana, name: `  ${dana.name} ` })
    await dialog(page).getByLabel('Role').selectOption('agency_staff')
    const call = page.waitForRequest('**/functions/v1/create-user')
    await submit(page).click()
    await expectToast(page, 'User created')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add User' })).toBeFocused()
    await expect(heading(page, 2)).toBeVisible()
    await expect(rows(page).first()).toContainText(dana.name)
    await expect(rows(page).first()).toContainText('agency_staff')
    expect((await call).method()).toBe('POST')
    expect((await call).postDataJSON()).toEqual({ ...dana, role: 'agency_staff' })
    // The added person can sign in at once.
    expect((await (await testData.as(dana)).auth.getUser()).error).toBeNull()

    // If adding fails, the dialog shows the function's message and keeps the input.
    pageErrors.expectError('422 POST /functions/v1/create-user')
    await openDialog(page)
    await fill(page, { ...newcomer(), name: 'Ben Twice', email: ben.email })
    await submit(page).click()
    await expectDestructiveToast(page, 'Creation failed', 'A user with this email address has already been registered')
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Ben Twice')
    await expect(submit(page)).toBeEnabled()

    // A person who may no longer add users is told whom to ask.
    pageErrors.expectError('403 POST /functions/v1/create-user')
    const userId = await testData.idOf(admin)
    await (await testData.as(sol))
      .from('user_roles')
      .delete()
      .match({ user_id: userId, role: 'agency_admin' })
      .throwOnError()
    await fill(page, newcomer())
    await submit(page).click()
    await expectDestructiveToast(
      page,
      'Creation failed',
      'You are not allowed to create users. You need admin or agency_admin privileges to create users.',
    )
  })
})
