import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { unsealed } from '../vault-payload.ts'
import {
  addEntry,
  calls,
  create,
  dialog,
  entry,
  field,
  house,
  openVault,
  PASSPHRASE,
  signInAlone,
  stored,
  titles,
  unlock,
} from './vault-scene.ts'

test.describe('[vault.md#adding] a new entry', () => {
  test('is encrypted, stored and shown', async ({ signedIn, backstage }) => {
    const { admin, agency } = await house(backstage)
    const page = await signedIn(admin)
    const sent = calls(page, 'password_vault')
    await openVault(page)
    await unlock(page)
    await addEntry(page).click()
    await expect(dialog(page).getByRole('heading', { name: 'Add Vault Entry', exact: true })).toBeVisible()
    await field(page, 'Title').fill('  Router ')
    await field(page, 'Website URL').fill('router.example')
    await field(page, 'Username').fill('root')
    await field(page, 'Password').fill('tr0ub4dor&3')
    await field(page, 'Notes').fill('Under the desk')
    await field(page, 'Tags').fill(' office, ,network ,')
    await field(page, 'Favorite').click()
    await field(page, 'Share with agency').click()
    await create(page).click()
    await expectToast(page, 'Saved')
    await expect(dialog(page)).toHaveCount(0)
    await expect(entry(page, 'Router')).toContainText('opens with this passphrase')

    const owner = await backstage.as(admin)
    const { data } = await owner.auth.getUser()
    const [insert] = sent('POST')
    const { encrypted_password, encrypted_notes, ...plain } = insert?.body ?? {}
    // INSERT with user_id.
    expect(plain).toEqual({
      title: 'Router',
      website_url: 'router.example',
      username: 'root',
      tags: ['office', 'network'],
      is_favorite: true,
      password_strength_score: 3,
      agency_id: agency.id,
      user_id: data.user?.id,
    })
    const row = await stored(owner, 'Router')
    expect(row).toMatchObject({ ...plain, encrypted_password, encrypted_notes })
    expect(unsealed(row.encrypted_password, PASSPHRASE)).toBe('tr0ub4dor&3')
    expect(unsealed(row.encrypted_notes, PASSPHRASE)).toBe('Under the desk')
  })

  test('needs a title and a password', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage)
    const page = await signedIn(admin)
    const sent = calls(page, 'password_vault')
    await openVault(page)
    await unlock(page)
    await addEntry(page).click()
    await field(page, 'Title').fill('   ')
    await create(page).click()
    await expectDestructiveToast(page, 'Error', 'Title and Password are required.')
    await expect(dialog(page).getByText('Enter a title.', { exact: true })).toBeVisible()
    await expect(dialog(page).getByText('Enter a password.', { exact: true })).toBeVisible()
    await field(page, 'Title').fill('Router')
    await create(page).click()
    await expect(field(page, 'Password')).toHaveAttribute('aria-invalid', 'true')
    await field(page, 'Website URL').fill('javascript:alert(1)')
    await field(page, 'Password').fill('secret')
    await create(page).click()
    await expect(dialog(page).getByText(/^Enter a web address/)).toBeVisible()
    expect(sent('POST')).toEqual([])
  })

  test('shows how strong its password is, and makes one up', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage)
    const page = await signedIn(admin)
    await openVault(page)
    await unlock(page)
    await addEntry(page).click()
    for (const [password, strength] of [
      ['a', 'Weak'],
      ['aA', 'Fair'],
      ['aA1', 'Good'],
      ['aA1!', 'Strong'],
      ['aA1!aA1!aA1!', 'Strong'],
    ] as const) {
      await field(page, 'Password').fill(password)
      await expect(dialog(page).getByText(strength, { exact: true })).toBeVisible()
    }
    await dialog(page).getByRole('button', { name: 'Generate', exact: true }).click()
    await expect(field(page, 'Password')).toHaveAttribute('type', 'password')
    await dialog(page).getByRole('button', { name: 'Show password' }).click()
    await expect(field(page, 'Password')).toHaveAttribute('type', 'text')
    const first = await field(page, 'Password').inputValue()
    expect(first).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[^A-Za-z\d]).{16}$/)
    await dialog(page).getByRole('button', { name: 'Generate', exact: true }).click()
    await expect(field(page, 'Password')).not.toHaveValue(first)
    // A browser that checks spelling over the network would tell it to somebody.
    for (const secret of ['Password', 'Notes']) {
      await expect(field(page, secret)).toHaveAttribute('spellcheck', 'false')
    }
    // One that fills in forms would take the password of the portal for it.
    await expect(field(page, 'Password')).toHaveAttribute('autocomplete', 'new-password')
  })

  test('half typed outlives an accident, and not Cancel nor Lock', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage)
    const page = await signedIn(admin)
    await openVault(page)
    await unlock(page)
    const type = async () => {
      await addEntry(page).click()
      await field(page, 'Password').fill('half typed')
    }
    await type()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(addEntry(page)).toBeFocused()
    await addEntry(page).click()
    await expect(field(page, 'Password')).toHaveValue('half typed')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await addEntry(page).click()
    await expect(field(page, 'Password')).toHaveValue('')
    await page.keyboard.press('Escape')
    await type()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await unlock(page)
    await addEntry(page).click()
    await expect(field(page, 'Password')).toHaveValue('')
  })

  test('needs somebody who is signed in', async ({ anotherWindow, backstage }) => {
    const { admin } = await house(backstage)
    const page = await anotherWindow()
    await signInAlone(page, backstage, admin)
    await openVault(page)
    await unlock(page)
    await addEntry(page).click()
    await field(page, 'Title').fill('Router')
    await field(page, 'Password').fill('secret')
    await page.evaluate(() => localStorage.clear())
    await create(page).click()
    await expectDestructiveToast(page, 'Error', 'Not authenticated')
    await expect(field(page, 'Title')).toHaveValue('Router')
  })

  test('that the server refuses says why, and stays', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^(500|failed) POST \/rest\/v1\/password_vault/)
    const { admin } = await house(backstage)
    const page = await signedIn(admin)
    await openVault(page)
    await unlock(page)
    await addEntry(page).click()
    await field(page, 'Title').fill('Router')
    await field(page, 'Password').fill('secret')
    await page.route('**/rest/v1/password_vault*', (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'The safe is full', details: null, hint: null } }),
    )
    await create(page).click()
    await expectDestructiveToast(page, 'Error', 'The safe is full')
    await page.unroute('**/rest/v1/password_vault*')
    await page.route('**/rest/v1/password_vault*', (route) => route.abort('internetdisconnected'))
    await create(page).click()
    await expectDestructiveToast(page, 'Error', 'Failed to save entry. Please try again.')
    await page.unroute('**/rest/v1/password_vault*')
    await create(page).dblclick()
    await expectToast(page, 'Saved')
    await expect(titles(page)).toHaveCount(1)
  })
})
