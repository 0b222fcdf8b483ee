import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { sealed, unsealed } from '../vault-payload.ts'
import {
  action,
  calls,
  damage,
  dialog,
  entry,
  field,
  house,
  openVault,
  PASSPHRASE,
  stored,
  unlock,
  update,
} from './vault-scene.ts'

test.describe('[vault.md#editing] editing an entry', () => {
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

    // UPDATE by id; what was not changed is not encrypted again, and the notes stay.
    expect(sent('PATCH')).toHaveLength(1)
    expect(sent('PATCH')[0]?.query).toContain(`id=eq.${before.id}`)
    expect(await stored(owner, 'New Router')).toEqual({
      ...before,
      title: 'New Router',
      agency_id: agency.id,
      updated_at: expect.any(String),
    })
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

  test('can remove its notes, which nobody is shown', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [
      { title: 'Router', encrypted_notes: sealed('Under the desk', PASSPHRASE) },
    ])
    const page = await signedIn(admin)
    await openVault(page)
    await unlock(page)
    await action(page, 'Router', /^Edit/).click()
    await field(page, 'Remove the stored notes').click()
    await update(page).click()
    await expectToast(page, 'Updated')
    expect((await stored(await backstage.as(admin), 'Router')).encrypted_notes).toBeNull()

    await action(page, 'Router', /^Edit/).click()
    await expect(field(page, 'Notes')).toBeVisible()
    await expect(field(page, 'Remove the stored notes')).toHaveCount(0)
  })

  test('replaces notes by what is typed, also by who wanted to remove them first', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [
      { title: 'Router', encrypted_notes: sealed('Under the desk', PASSPHRASE) },
    ])
    const page = await signedIn(admin)
    await openVault(page)
    await unlock(page)
    await action(page, 'Router', /^Edit/).click()
    await field(page, 'Remove the stored notes').click()
    await field(page, 'Notes').fill('In the drawer')
    await expect(field(page, 'Remove the stored notes')).toHaveCount(0)
    await update(page).click()
    await expectToast(page, 'Updated')
    const { encrypted_notes } = await stored(await backstage.as(admin), 'Router')
    expect(unsealed(encrypted_notes, PASSPHRASE)).toBe('In the drawer')
  })

  test('in two windows overwrites nothing unasked', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router', password: 'first' }])
    const owner = await backstage.as(admin)
    const page = await signedIn(admin)
    await openVault(page)
    await unlock(page)
    /** What the other window does. */
    const replace = (password: string) =>
      owner
        .from('password_vault')
        .update({ encrypted_password: sealed(password, PASSPHRASE) })
        .eq('title', 'Router')
        .throwOnError()
    const notice = dialog(page).getByText(/^You changed this entry in another window/)

    await action(page, 'Router', /^Edit/).click()
    await expect(field(page, 'Password')).toHaveValue('first')
    await replace('second')
    await field(page, 'Username').fill('root')
    await update(page).click()
    await expect(notice).toBeVisible()
    await expect(field(page, 'Username')).toHaveValue('root')
    expect(await stored(owner, 'Router')).toMatchObject({ username: null })
    await dialog(page).getByRole('button', { name: 'Discard This, Show the Other' }).click()
    await expect(notice).toHaveCount(0)
    await expect(field(page, 'Username')).toHaveValue('')
    await expect(field(page, 'Password')).toHaveValue('second')

    await replace('third')
    await field(page, 'Password').fill('mine')
    await update(page).click()
    await dialog(page).getByRole('button', { name: 'Save This Over the Other' }).click()
    await expectToast(page, 'Updated')
    const { encrypted_password } = await stored(owner, 'Router')
    expect(unsealed(encrypted_password, PASSPHRASE)).toBe('mine')
  })

  test('taken up again after it was changed elsewhere is told of at once', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin)
    await openVault(page)
    await unlock(page)
    await action(page, 'Router', /^Edit/).click()
    await field(page, 'Username').fill('root')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    const owner = await backstage.as(admin)
    await owner.from('password_vault').update({ username: 'admin' }).eq('title', 'Router').throwOnError()
    await action(page, 'Router', /^Edit/).click()
    await expect(dialog(page).getByText(/^You changed this entry in another window/)).toBeVisible()
    await expect(field(page, 'Username')).toHaveValue('root')
    await dialog(page).getByRole('button', { name: 'Discard This, Show the Other' }).click()
    await expect(field(page, 'Username')).toHaveValue('admin')
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

  for (const [what, passphrase, damaged, message] of [
    ['a damaged payload', PASSPHRASE, '{"v":1}', 'Invalid payload'],
    ['another passphrase', 'another', undefined, 'This entry does not open with this passphrase.'],
  ] as const) {
    test(`with ${what} says so and takes a new password`, async ({ signedIn, backstage }) => {
      const payload = sealed('secret', passphrase)
      const { admin } = await house(backstage, [{ title: 'Router', encrypted_password: payload }])
      const page = await signedIn(admin)
      if (damaged !== undefined) await damage(page, new Map([[payload, damaged]]))
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
