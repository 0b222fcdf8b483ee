import type { Page } from '@playwright/test'
import { row } from '../list-rows.ts'
import { type Person, sol, uma } from '../people.ts'
import { callsTo } from '../recorded-requests.ts'
import { expect, test } from '../test.ts'
import type { TestData } from '../test-data.ts'
import { expectToast } from '../toasts.ts'
import { createTeam, expectStoredNowhere, openAt } from './users-scene.ts'

test.describe('[users.md#resetting-a-password] resetting a password', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Reset Password' })
  const password = (page: Page) => dialog(page).getByLabel('New Password', { exact: true })
  const confirmation = (page: Page) => dialog(page).getByLabel('Confirm New Password')
  const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Reset Password', exact: true })
  const question = (page: Page) => page.getByRole('alertdialog')
  const opener = (page: Page, { name }: Person) => row(page, name).getByRole('button', { name: /Reset Password/ })

  async function openDialog(page: Page, person: Person) {
    await opener(page, person).click()
    await expect(dialog(page)).toContainText(person.name)
  }

  async function ready(signedIn: (person: Person) => Promise<Page>, testData: TestData) {
    const { others } = await createTeam(testData, 'agency_staff')
    const person = others[0] ?? uma
    const page = await openAt(await signedIn(sol), person)
    await openDialog(page, person)
    return { page, person }
  }

  test('sends userId and newPassword after a second question, and they sign in with it', async ({
    signedIn,
    testData,
  }) => {
    const { page, person } = await ready(signedIn, testData)
    const calls = callsTo(page, '/functions/v1/reset-user-password')
    const userId = await testData.idOf(person)
    await password(page).fill('second-secret-2')
    await confirmation(page).fill('second-secret-2')
    await submit(page).click()
    await expect(
      question(page).getByText('This action cannot be undone and will immediately change their password.', {
        exact: true,
      }),
    ).toBeVisible()
    expect(calls).toEqual([])
    await question(page).getByRole('button', { name: 'Reset Password' }).click()
    await expectToast(page, 'Password reset successful')
    await expect(dialog(page)).toBeHidden()
    await expect(opener(page, person)).toBeFocused()
    expect(calls.find((call) => call.method() === 'POST')?.postDataJSON()).toEqual({
      userId,
      newPassword: 'second-secret-2',
    })
    expect(page.url()).not.toContain('second-secret-2')
    await expectStoredNowhere(page, 'second-secret-2')
    await testData.freshSession({ ...person, password: 'second-secret-2' })
  })
})
