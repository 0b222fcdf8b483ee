import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { sealed, unsealed } from '../vault-payload.ts'
import {
  action,
  calls,
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
    await expect(field(page, 'Remove the stored notes')).toBeVisible()
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
})
