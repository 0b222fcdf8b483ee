import type { Page } from '@playwright/test'
import { gate } from '../gate.ts'
import { ana, ben, sol } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { sealed, unsealed } from '../vault-payload.ts'
import { callsTo } from '../wire.ts'
import {
  accessLog,
  action,
  add,
  clipboard,
  dialog,
  entry,
  field,
  house,
  openVault,
  PASSPHRASE,
  passphraseField,
  signInAlone,
  stored,
  unlock,
} from './vault-scene.ts'

const LOCKED = 'Unlock the vault with a passphrase first.'
const withClipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

const addEntry = (page: Page) => page.getByRole('button', { name: 'Add Entry', exact: true })
const create = (page: Page) => dialog(page).getByRole('button', { name: 'Create', exact: true })
const update = (page: Page) => dialog(page).getByRole('button', { name: 'Update', exact: true })
const search = (page: Page) => page.getByPlaceholder('Search entries...', { exact: true })
const titles = (page: Page) => page.getByRole('list', { name: 'Entries' }).getByRole('heading')

/** The calls of one method to one table, each with what it asks for and what it brings. */
function calls(page: Page, table: string) {
  const all = callsTo(page, `/rest/v1/${table}`)
  return (method: string) =>
    all
      .filter((request) => request.method() === method)
      .map((request) => ({
        query: decodeURIComponent(new URL(request.url()).search),
        body: request.postDataJSON() ?? {},
      }))
}

test.describe('[2§2] the password vault', () => {
  test('has its title and its words', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage)
    const page = await signedIn(admin)
    await openVault(page)
    await expect(page).toHaveTitle('Password Vault | Dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Password Vault', exact: true })).toBeVisible()
    await expect(
      page.getByText('Securely store and share credentials within your agency.', { exact: true }),
    ).toBeVisible()
    await expect(search(page)).toBeVisible()
    await expect(page.getByText('No entries yet.', { exact: true })).toBeVisible()
  })

  test('says that it is loading, and what can be done when it cannot load', async ({
    signedIn,
    backstage,
    troubles,
  }) => {
    troubles.expectTrouble(/^500 GET \/rest\/v1\/password_vault/)
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin)
    const slow = await gate(page, '**/rest/v1/password_vault*')
    await page.goto('/dashboard/vault')
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    slow.open()
    await expect(entry(page, 'Router')).toBeVisible()

    await page.unroute('**/rest/v1/password_vault*')
    await page.route('**/rest/v1/password_vault*', (route) => route.fulfill({ status: 500, json: { message: 'off' } }))
    await page.reload()
    const again = page.getByRole('button', { name: 'Try Again' })
    await expect(again).toBeVisible()
    await expect(page.getByText('No entries yet.')).toHaveCount(0)
    await page.unroute('**/rest/v1/password_vault*')
    await again.click()
    await expect(entry(page, 'Router')).toBeVisible()
  })

  test('shows each entry with its parts, and a dash where there is nothing; newest first', async ({
    signedIn,
    backstage,
  }) => {
    const { admin } = await house(backstage, [
      { title: 'Bare' },
      {
        title: 'Full',
        website_url: 'https://router.example/login',
        username: 'root',
        tags: ['office', 'network'],
        is_favorite: true,
        password_strength_score: 3,
        isShared: true,
      },
    ])
    const page = await signedIn(admin)
    const sent = calls(page, 'password_vault')
    await openVault(page)
    await expect(titles(page)).toHaveText([/^Full/, /^Bare/])
    for (const words of ['root', 'office', 'network', 'Good', 'favorite', 'Shared with agency']) {
      await expect(entry(page, 'Full')).toContainText(words)
    }
    const link = entry(page, 'Full').getByRole('link')
    await expect(link).toHaveAttribute('href', 'https://router.example/login')
    await expect(link).toHaveAttribute('rel', /noreferrer/)
    await expect(entry(page, 'Bare').getByText('—', { exact: true })).toHaveCount(3)
    await expect(entry(page, 'Bare')).not.toContainText('Shared')
    for (const title of ['Full', 'Bare']) {
      await expect(action(page, title, /^Copy Password/)).toBeVisible()
      await expect(action(page, title, /^Edit/)).toBeVisible()
      await expect(action(page, title, /^Delete/)).toBeVisible()
    }
    // [2§7] all of them, newest first, and nothing that is never shown.
    expect(sent('GET')[0]?.query).toContain('order=created_at.desc')
    expect(sent('GET')[0]?.query).not.toContain('encrypted_notes')
  })

  test('searches titles, usernames and tags while one types', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [
      { title: 'Mail', username: 'postmaster' },
      { title: 'Printer', tags: ['Office'] },
      { title: 'Router' },
    ])
    const page = await signedIn(admin)
    await openVault(page)
    for (const [typed, title] of [
      ['ROUT', 'Router'],
      ['postm', 'Mail'],
      ['office', 'Printer'],
    ] as const) {
      await search(page).fill(typed)
      await expect(titles(page)).toHaveText([title])
    }
    await search(page).fill('100%')
    await expect(page.getByText('No entries match your search.', { exact: true })).toBeVisible()
    await search(page).fill('')
    await expect(titles(page)).toHaveCount(3)
  })

  test('[2§6] stands in the sidebar for admin-type roles, and opens for everybody on the staff', async ({
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

test.describe('[2§2 2§4] the passphrase', () => {
  test('opens the vault, and Lock clears it', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin)
    await openVault(page)
    await expect(passphraseField(page)).toHaveAttribute('type', 'password')
    await expect(passphraseField(page)).toHaveAttribute('autocomplete', 'new-password')
    await unlock(page)
    await expect(passphraseField(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await expect(passphraseField(page)).toBeFocused()
    await expect(passphraseField(page)).toHaveValue('')
    await action(page, 'Router', /^Copy Password/).click()
    await expectDestructiveToast(page, 'Error', LOCKED)
  })

  test('is asked for by whatever needs it', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin)
    await openVault(page)
    const sent = calls(page, 'password_vault')
    const message = page.getByText(LOCKED, { exact: true })
    const again = async () => {
      await expect(message.last()).toBeVisible()
      await page.getByRole('button', { name: 'Close notification' }).last().click()
      await expect(message).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Unlock', exact: true }).click()
    await again()
    await action(page, 'Router', /^Copy Password/).click()
    await expect(passphraseField(page)).toBeFocused()
    await again()
    await action(page, 'Router', /^Edit/).click()
    await again()
    await expect(dialog(page)).toHaveCount(0)
    await addEntry(page).click()
    await field(page, 'Title').fill('Mail')
    await field(page, 'Password').fill('secret')
    await create(page).click()
    await expectDestructiveToast(page, 'Error', LOCKED)
    expect(sent('POST')).toEqual([])

    // Nothing typed is lost on the way to it.
    await page.keyboard.press('Escape')
    await unlock(page)
    await addEntry(page).click()
    await expect(field(page, 'Title')).toHaveValue('Mail')
    await create(page).click()
    await expectToast(page, 'Saved')
    expect(unsealed((await stored(await backstage.as(admin), 'Mail')).encrypted_password, PASSPHRASE)).toBe('secret')
  })

  test('need not be entered by a button where it is needed at once', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin, withClipboard)
    await openVault(page)
    await passphraseField(page).fill(PASSPHRASE)
    await action(page, 'Router', /^Copy Password/).click()
    await expectToast(page, 'Copied')
    expect(await clipboard(page)).toBe('secret')
    await expect(page.getByRole('button', { name: 'Lock', exact: true })).toBeVisible()
  })

  test('is forgotten after ten minutes without use, with everything that was typed', async ({
    signedIn,
    backstage,
  }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin)
    await page.clock.install()
    await openVault(page)
    await unlock(page)
    await page.clock.fastForward('09:00')
    await addEntry(page).click()
    await field(page, 'Password').fill('half typed')
    await page.clock.fastForward('09:50')
    await expect(dialog(page)).toBeVisible()
    await page.clock.fastForward('00:30')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText('It was not used for 10 minutes.')).toBeVisible()
    await unlock(page)
    await addEntry(page).click()
    await expect(field(page, 'Password')).toHaveValue('')
  })

  test('lasts from screen to screen, and not over a reload', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin)
    await openVault(page)
    await unlock(page)
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Client Management' })).toBeVisible()
    await page.getByRole('link', { name: 'Password Vault', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Lock', exact: true })).toBeVisible()
    await page.reload()
    await expect(passphraseField(page)).toBeVisible()
  })

  test('is gone when another tab signs out', async ({ anotherWindow, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await anotherWindow()
    await signInAlone(page, backstage, admin)
    await openVault(page)
    await unlock(page)
    const tab = await page.context().newPage()
    await tab.goto('/dashboard')
    await tab.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/auth')
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Lock', exact: true })).toHaveCount(0)
  })

  test('is told how many entries it opens, and which', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [
      { title: 'Old', passphrase: 'the one before' },
      { title: 'Damaged', encrypted_password: '{"v":2}' },
      { title: 'Router' },
    ])
    const page = await signedIn(admin)
    await openVault(page)
    await unlock(page)
    await expect(page.getByText('This passphrase opens 1 of 3 entries.', { exact: true })).toBeVisible()
    await expect(entry(page, 'Router')).toContainText('opens with this passphrase')
    await expect(entry(page, 'Old')).toContainText('Another passphrase')
    await expect(entry(page, 'Damaged')).toContainText('Invalid payload')
  })

  test('that opens nothing is said to do so, beside the form and not in its way', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }, { title: 'Mail' }])
    const page = await signedIn(admin)
    await openVault(page)
    await unlock(page, 'corect horse')
    const sentence =
      'This passphrase opens none of the entries here, 2 in all. What you save now will open with this passphrase only. Nobody can recover a lost passphrase.'
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
    await addEntry(page).click()
    await expect(dialog(page).getByText(sentence, { exact: true })).toBeVisible()
    await field(page, 'Title').fill('New')
    await field(page, 'Password').fill('secret')
    await create(page).click()
    await expectToast(page, 'Saved')
    await expect(page.getByText('This passphrase opens 1 of 3 entries.', { exact: true })).toBeVisible()
  })

  test('that is the very first is said to be so', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage)
    const page = await signedIn(admin)
    await openVault(page)
    await unlock(page)
    await expect(page.getByRole('main').getByRole('status').last()).toHaveText(
      'There are no entries yet: the first one will open with this passphrase only. Nobody can recover a lost passphrase.',
    )
  })
})

test.describe('[2§2 2§5] a new entry', () => {
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
    // [2§7] INSERT with user_id.
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

  test('[2§8] needs somebody who is signed in', async ({ anotherWindow, backstage }) => {
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

test.describe('[2§2 2§3] editing an entry', () => {
  test('shows its password, keeps its notes, and records it', async ({ signedIn, backstage }) => {
    const { admin, agency } = await house(backstage, [
      {
        title: 'Router',
        password: 'old secret',
        encrypted_notes: sealed('Under the desk', PASSPHRASE),
        tags: ['a', 'b'],
      },
    ])
    const owner = await backstage.as(admin)
    const before = await stored(owner, 'Router')
    const page = await signedIn(admin)
    const sent = calls(page, 'password_vault')
    const logged = calls(page, 'vault_access_logs')
    await openVault(page)
    await unlock(page)
    await action(page, 'Router', /^Edit/).click()
    await expect(dialog(page).getByRole('heading', { name: 'Edit Vault Entry', exact: true })).toBeVisible()
    await expect(field(page, 'Password')).toHaveValue('old secret')
    await expect(field(page, 'Password')).toHaveAttribute('type', 'password')
    await expect(field(page, 'Notes')).toHaveValue('')
    await expect(field(page, 'Tags')).toHaveValue('a, b')
    await expect(field(page, 'Share with agency')).toHaveAttribute('aria-checked', 'false')
    await field(page, 'Title').fill('New Router')
    await field(page, 'Share with agency').click()
    await update(page).click()
    await expectToast(page, 'Updated')
    await expect(entry(page, 'New Router')).toContainText('Shared with agency')

    // [2§7] UPDATE by id; what was not changed is not encrypted again, and the notes stay.
    expect(sent('PATCH')).toHaveLength(1)
    expect(sent('PATCH')[0]?.query).toContain(`id=eq.${before.id}`)
    expect(await stored(owner, 'New Router')).toEqual({ ...before, title: 'New Router', agency_id: agency.id })
    const [record] = logged('POST')
    expect(record?.body).toEqual({
      vault_entry_id: before.id,
      action: 'updated',
      user_agent: await page.evaluate(() => navigator.userAgent),
    })

    await action(page, 'New Router', /^Edit/).click()
    await expect(field(page, 'Share with agency')).toHaveAttribute('aria-checked', 'true')
    await field(page, 'Password').fill('New-Secret-12')
    await field(page, 'Notes').fill('In the drawer')
    await field(page, 'Share with agency').click()
    await update(page).click()
    await expect(dialog(page)).toHaveCount(0)
    const after = await stored(owner, 'New Router')
    expect(after).toMatchObject({ agency_id: null, password_strength_score: 4 })
    expect(unsealed(after.encrypted_password, PASSPHRASE)).toBe('New-Secret-12')
    expect(unsealed(after.encrypted_notes, PASSPHRASE)).toBe('In the drawer')
  })

  test('keeps what was typed when it is closed by accident', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }, { title: 'Mail' }])
    const page = await signedIn(admin)
    await openVault(page)
    await unlock(page)
    await action(page, 'Router', /^Edit/).click()
    await field(page, 'Notes').fill('half typed')
    await page.keyboard.press('Escape')
    await expect(action(page, 'Router', /^Edit/)).toBeFocused()
    await action(page, 'Mail', /^Edit/).click()
    await expect(field(page, 'Notes')).toHaveValue('')
    await page.keyboard.press('Escape')
    await action(page, 'Router', /^Edit/).click()
    await expect(field(page, 'Notes')).toHaveValue('half typed')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await action(page, 'Router', /^Edit/).click()
    await expect(field(page, 'Notes')).toHaveValue('')
  })

  for (const [what, columns, message] of [
    ['a damaged payload', { encrypted_password: '{"v":1}' }, 'Invalid payload'],
    ['another passphrase', { passphrase: 'another' }, 'This entry does not open with this passphrase.'],
  ] as const) {
    test(`with ${what} says so and takes a new password`, async ({ signedIn, backstage }) => {
      const { admin } = await house(backstage, [{ title: 'Router', ...columns }])
      const page = await signedIn(admin)
      await openVault(page)
      await unlock(page)
      await action(page, 'Router', /^Edit/).click()
      await expect(dialog(page).getByRole('alert')).toContainText(message)
      await update(page).click()
      await expectDestructiveToast(page, 'Error', 'Title and Password are required.')
      await field(page, 'Password').fill('new secret')
      await update(page).click()
      await expectToast(page, 'Updated')
      const { encrypted_password } = await stored(await backstage.as(admin), 'Router')
      expect(unsealed(encrypted_password, PASSPHRASE)).toBe('new secret')
    })
  }
})

test('[2§2 2§7] deleting an entry asks first, and leaves a record that outlives it', async ({
  signedIn,
  backstage,
}) => {
  const { admin } = await house(backstage, [{ title: 'Stays' }, { title: 'Goes' }])
  const owner = await backstage.as(admin)
  const { id } = await stored(owner, 'Goes')
  const page = await signedIn(admin)
  const sent = calls(page, 'password_vault')
  await openVault(page)
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

test('[2§8] copying, opening and deleting an entry say so when nobody answers', async ({
  signedIn,
  backstage,
  troubles,
}) => {
  test.slow()
  troubles.expectTrouble(/^failed (GET|DELETE) \/rest\/v1\/password_vault/)
  const { admin } = await house(backstage, [{ title: 'Router' }])
  const page = await signedIn(admin, withClipboard)
  await openVault(page)
  await unlock(page)
  await expect(titles(page)).toHaveCount(1)
  await page.route('**/rest/v1/password_vault*', (route) => route.abort('internetdisconnected'))
  await action(page, 'Router', /^Copy Password/).click()
  await expectDestructiveToast(page, 'Error', 'Failed to copy password. Please try again.')
  await action(page, 'Router', /^Edit/).click()
  await expectDestructiveToast(page, 'Error', 'Failed to open entry. Please try again.')
  await action(page, 'Router', /^Delete/).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectDestructiveToast(page, 'Error', 'Failed to delete entry. Please try again.')
  await expect(titles(page)).toHaveCount(1)
})

test.describe('[2§4 2§8] copying a password', () => {
  test('decrypts it, puts it on the clipboard and records it', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router', password: ' Tr0ub4dor&3 ' }])
    const owner = await backstage.as(admin)
    const { id } = await stored(owner, 'Router')
    const page = await signedIn(admin, withClipboard)
    await openVault(page)
    await unlock(page)
    await action(page, 'Router', /^Copy Password/).click()
    await expectToast(page, 'Copied', 'Password copied to clipboard.')
    expect(await clipboard(page)).toBe(' Tr0ub4dor&3 ')
    const agent = await page.evaluate(() => navigator.userAgent)
    await expect.poll(() => accessLog(owner, id)).toEqual([{ action: 'copied', user_agent: agent }])
  })

  for (const [what, columns, message] of [
    ['a damaged payload', { encrypted_password: 'not even JSON' }, 'Invalid payload'],
    ['another passphrase', { passphrase: 'another' }, 'This entry does not open with this passphrase.'],
  ] as const) {
    test(`fails for ${what}, and for that entry alone`, async ({ signedIn, backstage }) => {
      const { admin } = await house(backstage, [{ title: 'Broken', ...columns }, { title: 'Router' }])
      const page = await signedIn(admin, withClipboard)
      await openVault(page)
      await unlock(page)
      await action(page, 'Broken', /^Copy Password/).click()
      await expectDestructiveToast(page, 'Error', message)
      await action(page, 'Router', /^Copy Password/).click()
      await expectToast(page, 'Copied')
      expect(await clipboard(page)).toBe('secret')
    })
  }

  test('says what the browser said when it refuses', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin)
    const browser = await page.context().newCDPSession(page)
    const permission = { name: 'clipboard-write', allowWithoutSanitization: false }
    await browser.send('Browser.setPermission', { permission, setting: 'denied' })
    await openVault(page)
    await unlock(page)
    await action(page, 'Router', /^Copy Password/).click()
    await expectDestructiveToast(page, 'Error')
    await expect(page.getByText(/Write permission denied/)).toBeVisible()
    await expect(page.getByText('Copied', { exact: true })).toHaveCount(0)
  })

  test('writes while the click is handled where a browser wants that', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin, withClipboard)
    // What tells Safari from the others.
    await page.addInitScript(() => Object.assign(window, { GestureEvent: class {} }))
    await openVault(page)
    await unlock(page)
    await action(page, 'Router', /^Copy Password/).click()
    await expectToast(page, 'Copied')
    expect(await clipboard(page)).toBe('secret')
  })

  test('is undone by Lock while the password still lies there', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin, withClipboard)
    const lock = page.getByRole('button', { name: 'Lock', exact: true })
    await openVault(page)
    await unlock(page)
    await action(page, 'Router', /^Copy Password/).click()
    await expectToast(page, 'Copied')
    await lock.click()
    await expectToast(page, 'Clipboard cleared', 'The copied password is no longer on it.')
    expect(await clipboard(page)).toBe('')

    await unlock(page)
    await action(page, 'Router', /^Copy Password/).click()
    await expect.poll(() => clipboard(page)).toBe('secret')
    await page.evaluate(() => navigator.clipboard.writeText('something else'))
    await lock.click()
    await expect(passphraseField(page)).toBeVisible()
    expect(await clipboard(page)).toBe('something else')
  })

  test('is not said to be undone where the browser does not let the page look', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin, { permissions: ['clipboard-write'] })
    const browser = await page.context().newCDPSession(page)
    await browser.send('Browser.setPermission', { permission: { name: 'clipboard-read' }, setting: 'denied' })
    await openVault(page)
    await unlock(page)
    await action(page, 'Router', /^Copy Password/).click()
    await expectToast(page, 'Copied')
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await expectToast(
      page,
      'Check your clipboard',
      'The browser does not let the vault look at it: the copied password may still be there.',
    )
    await expect(page.getByText('Clipboard cleared')).toHaveCount(0)
  })
})

test.describe('[2§6] sharing with the agency', () => {
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

  test('DESIGN: lets an admin of the agency delete what a colleague shared', async ({ signedIn, backstage }) => {
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
})

test('an entry that a colleague deleted meanwhile is told of, and leaves the list', async ({ signedIn, backstage }) => {
  const { admin } = await house(backstage, [{ title: 'Router' }])
  const page = await signedIn(admin)
  await openVault(page)
  await action(page, 'Router', /^Delete/).click()
  await (await backstage.as(admin)).from('password_vault').delete().eq('title', 'Router').throwOnError()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectDestructiveToast(page, 'Error', 'This entry no longer exists, or you may not delete it.')
  await expect(page.getByText('No entries yet.')).toBeVisible()
})

test('a hundred damaged payloads spoil nothing but themselves', async ({ signedIn, backstage }) => {
  const { admin } = await house(backstage, [{ title: 'Router' }])
  const sound = sealed('secret', PASSPHRASE)
  const rows = Array.from({ length: 100 }, (_, place) => ({
    title: `Damaged ${place}`,
    // Cut off, or without one character.
    encrypted_password: sound.slice(0, place + 1) + (place % 2 ? '' : sound.slice(place + 2)),
  }))
  await (await backstage.as(admin)).from('password_vault').insert(rows).throwOnError()
  const page = await signedIn(admin, withClipboard)
  await openVault(page)
  await unlock(page)
  await search(page).fill('Router')
  await action(page, 'Router', /^Copy Password/).click()
  await expectToast(page, 'Copied')
  expect(await clipboard(page)).toBe('secret')
  await expect(page.getByText(/^This passphrase opens 1 of 101 entries\.$/)).toBeVisible({ timeout: 30_000 })
})
