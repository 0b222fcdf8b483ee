import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import {
  accessLog,
  action,
  add,
  calls,
  clipboard,
  dialog,
  entry,
  field,
  house,
  openVault,
  stored,
  titles,
  unlock,
  update,
  withClipboard,
} from './vault-scene.ts'

test.describe('[vault.md#sharing] sharing with the agency', () => {
  test('lets colleagues copy with the same passphrase, always what is stored now', async ({ signedIn, backstage }) => {
    const { admin, colleague } = await house(backstage, [{ title: 'Router', password: 'first' }, { title: 'Private' }])
    const mine = await signedIn(admin, withClipboard)
    const theirs = await signedIn(colleague, withClipboard)
    await openVault(mine)
    await openVault(theirs)
    await expect(theirs.getByText('No entries yet.')).toBeVisible()

    await unlock(mine)
    const share = async () => {
      await action(mine, 'Router', /^Edit/).click()
      await field(mine, 'Share with agency').click()
      await update(mine).click()
      await expect(dialog(mine)).toHaveCount(0)
    }
    await share()
    await theirs.reload()
    await expect(titles(theirs)).toHaveText([/^Router/])
    await expect(entry(theirs, 'Router')).toContainText(`Shared by ${admin.name}`)
    await unlock(theirs)
    await action(theirs, 'Router', /^Copy Password/).click()
    await expectToast(theirs, 'Copied')
    expect(await clipboard(theirs)).toBe('first')

    await action(mine, 'Router', /^Edit/).click()
    await field(mine, 'Password').fill('second')
    await update(mine).click()
    await expect(dialog(mine)).toHaveCount(0)
    await action(theirs, 'Router', /^Copy Password/).click()
    await expect.poll(() => clipboard(theirs)).toBe('second')

    await share()
    await action(theirs, 'Router', /^Copy Password/).click()
    await expectDestructiveToast(theirs, 'Error', 'This entry no longer exists, or is no longer shared with you.')
    const { id } = await stored(await backstage.as(admin), 'Router')
    const log = await accessLog(await backstage.as(admin), id)
    expect(log.map(({ action }) => action).sort()).toEqual(['copied', 'copied', 'updated', 'updated', 'updated'])
  })

  test('lets nobody else edit, and says so instead of failing', async ({ signedIn, backstage }) => {
    const { admin, colleague } = await house(backstage, [{ title: 'Router', isShared: true }])
    const page = await signedIn(colleague)
    const sent = calls(page, 'password_vault')
    await openVault(page)
    await unlock(page)
    await action(page, 'Router', /^Edit/).click()
    await expectToast(page, 'Read only', `This entry was shared by ${admin.name}. Only its owner can edit it.`)
    await expect(dialog(page)).toHaveCount(0)
    await expect(action(page, 'Router', /^Delete/)).toHaveCount(0)
    expect(sent('PATCH')).toEqual([])
  })

  test('[who-may-do-what.md#rows] lets an admin of the agency delete what a colleague shared', async ({
    signedIn,
    backstage,
  }) => {
    const { admin, colleague, agency } = await house(backstage)
    const theirs = await backstage.as(colleague)
    await add(theirs, agency, { title: 'Left behind', isShared: true })
    await add(theirs, agency, { title: 'Personal' })
    const page = await signedIn(admin)
    await openVault(page)
    await expect(titles(page)).toHaveText([/^Left behind/])
    await action(page, 'Left behind', /^Delete/).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Deleted')
    await expect(page.getByText('No entries yet.')).toBeVisible()
  })

  test('does not let a colleague put its ciphertext into an entry of theirs', async ({
    signedIn,
    backstage,
    troubles,
  }) => {
    troubles.expectTrouble('409 PATCH /rest/v1/password_vault')
    const { admin, agency, colleague } = await house(backstage, [{ title: 'Bank', isShared: true }])
    await add(await backstage.as(colleague), agency, { title: 'Elsewhere' })
    const { encrypted_password } = await stored(await backstage.as(admin), 'Bank')
    const page = await signedIn(colleague)
    await page.route('**/rest/v1/password_vault*', (route) =>
      route.request().method() === 'PATCH'
        ? route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), encrypted_password }) })
        : route.fallback(),
    )
    await openVault(page)
    await unlock(page)
    await action(page, 'Elsewhere', /^Edit/).click()
    await field(page, 'Password').fill('anything')
    await update(page).click()
    await expectDestructiveToast(
      page,
      'Error',
      'This password or these notes were encrypted for another entry. Type them in again to save them here.',
    )
    await expect(field(page, 'Password')).toHaveValue('anything')
  })
})
