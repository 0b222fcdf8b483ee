import { ana, ben, sol } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { accessLog, action, calls, house, openVault, stored, titles, unlock, withClipboard } from './vault-scene.ts'

test.describe('[vault.md#list] the password vault', () => {
  test('[vault.md#password-vault] stands in the sidebar for admin-type roles, and opens for everybody on the staff', async ({
    signedIn,
  }) => {
    for (const [person, isShown] of [
      [ana, true],
      [sol, true],
      [ben, false],
    ] as const) {
      const page = await signedIn(person)
      await openVault(page)
      await expect(page.getByRole('link', { name: 'Clients', exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Password Vault', exact: true })).toHaveCount(isShown ? 1 : 0)
    }
  })
})

test('[vault.md#deleting] deleting an entry asks first, and leaves a record that outlives it', async ({
  signedIn,
  backstage,
}) => {
  const { admin } = await house(backstage, [{ title: 'Stays' }, { title: 'Goes' }])
  const owner = await backstage.as(admin)
  const { id } = await stored(owner, 'Goes')
  const page = await signedIn(admin)
  const sent = calls(page, 'password_vault')
  await openVault(page)
  await expect(titles(page)).toHaveText(['Goes', 'Stays'])
  await action(page, 'Goes', /^Delete/).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('cannot be undone')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(action(page, 'Goes', /^Delete/)).toBeFocused()
  expect(sent('DELETE')).toEqual([])
  await action(page, 'Goes', /^Delete/).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Deleted')
  await expect(titles(page)).toHaveText(['Stays'])
  expect(sent('DELETE')[0]?.query).toContain(`id=eq.${id}`)
  const agent = await page.evaluate(() => navigator.userAgent)
  expect(await accessLog(owner, id)).toEqual([{ action: 'deleted', user_agent: agent }])
})

test('[vault.md#failures] copying, opening and deleting an entry say so when nobody answers', async ({
  signedIn,
  backstage,
  troubles,
}) => {
  troubles.expectTrouble(/^failed (GET|HEAD|DELETE) \/rest\/v1\/password_vault/)
  const { admin } = await house(backstage, [{ title: 'Router' }])
  const page = await signedIn(admin, withClipboard)
  await page.clock.install()
  /** Lets the time pass in which the client tries again. */
  const expectFailure = async (message: string) => {
    await expect(async () => {
      await page.clock.runFor(1_000)
      await expect(page.getByText(message, { exact: true })).toBeVisible({ timeout: 300 })
    }).toPass({ intervals: [50] })
    await expectDestructiveToast(page, 'Error', message)
  }
  await openVault(page)
  await unlock(page)
  await expect(titles(page)).toHaveCount(1)
  await page.route('**/rest/v1/password_vault*', (route) => route.abort('internetdisconnected'))
  await action(page, 'Router', /^Copy Password/).click()
  await expectFailure('Failed to copy password. Please try again.')
  await action(page, 'Router', /^Edit/).click()
  await expectFailure('Failed to open entry. Please try again.')
  await action(page, 'Router', /^Delete/).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectFailure('Failed to delete entry. Please try again.')
  await expect(titles(page)).toHaveCount(1)
})
