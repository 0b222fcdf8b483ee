import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { sealed, unsealed } from '../vault-payload.ts'
import {
  accessLog,
  action,
  addEntry,
  create,
  createAgencyWithVault,
  dialog,
  entry,
  field,
  openVault,
  PASSPHRASE,
  recordCalls,
  storedEntry,
  titles,
  unlock,
  update,
} from './vault-scene.ts'

test('[vault.md#adding] an entry is encrypted, stored and shown; edited; and deleted with a record that outlives it', async ({
  signedIn,
  testData,
}) => {
  const encrypted_notes = sealed('Under the desk', PASSPHRASE)
  const { admin, agency } = await createAgencyWithVault(testData, [
    { title: 'Switch', password: 'old secret', encrypted_notes, tags: ['a', 'b'] },
  ])
  const owner = await testData.as(admin)
  const before = await storedEntry(owner, 'Switch')
  const page = await signedIn(admin)
  const sent = recordCalls(page, 'password_vault')
  const logged = recordCalls(page, 'vault_access_logs')
  await openVault(page)
  await unlock(page)
  await test.step('adding', async () => {
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

    const { data } = await owner.auth.getUser()
    const [insert] = sent('POST')
    const { encrypted_password, encrypted_notes, ...plain } = insert?.body ?? {}
    // The inserted row includes user_id.
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
    const row = await storedEntry(owner, 'Router')
    expect(row).toMatchObject({ ...plain, encrypted_password, encrypted_notes })
    expect(unsealed(row.encrypted_password, PASSPHRASE)).toBe('tr0ub4dor&3')
    expect(unsealed(row.encrypted_notes, PASSPHRASE)).toBe('Under the desk')
  })

  await test.step('[vault.md#editing] shows its password, keeps its notes, and records it', async () => {
    await action(page, 'Switch', /^Edit/).click()
    await expect(dialog(page).getByRole('heading', { name: 'Edit Vault Entry', exact: true })).toBeVisible()
    await expect(field(page, 'Password')).toHaveValue('old secret')
    await expect(field(page, 'Password')).toHaveAttribute('type', 'password')
    await expect(field(page, 'Notes')).toHaveValue('')
    await expect(field(page, 'Remove the stored notes')).toBeVisible()
    await expect(field(page, 'Tags')).toHaveValue('a, b')
    await expect(field(page, 'Share with agency')).toHaveAttribute('aria-checked', 'false')
    await field(page, 'Title').fill('New Switch')
    await field(page, 'Share with agency').click()
    await update(page).click()
    await expectToast(page, 'Updated')
    await expect(entry(page, 'New Switch')).toContainText('Shared with agency')

    // The update is by id; unchanged fields are not encrypted again, so the notes stay.
    expect(sent('PATCH')).toHaveLength(1)
    expect(sent('PATCH')[0]?.query).toContain(`id=eq.${before.id}`)
    expect(await storedEntry(owner, 'New Switch')).toEqual({
      ...before,
      title: 'New Switch',
      agency_id: agency.id,
      updated_at: expect.any(String),
    })
    const [record] = logged('POST')
    expect(record?.body).toEqual({
      vault_entry_id: before.id,
      action: 'updated',
      user_agent: await page.evaluate(() => navigator.userAgent),
    })

    await action(page, 'New Switch', /^Edit/).click()
    await expect(field(page, 'Share with agency')).toHaveAttribute('aria-checked', 'true')
    await field(page, 'Password').fill('New-Secret-12')
    await field(page, 'Notes').fill('In the drawer')
    await field(page, 'Share with agency').click()
    await update(page).click()
    await expect(dialog(page)).toHaveCount(0)
    const after = await storedEntry(owner, 'New Switch')
    expect(after).toMatchObject({ agency_id: null, password_strength_score: 4 })
    expect(unsealed(after.encrypted_password, PASSPHRASE)).toBe('New-Secret-12')
    expect(unsealed(after.encrypted_notes, PASSPHRASE)).toBe('In the drawer')
  })

  await test.step('[vault.md#deleting] asks first', async () => {
    await expect(titles(page)).toHaveText([/^Router/, /^New Switch/])
    await action(page, 'New Switch', /^Delete/).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('cannot be undone')
    expect(sent('DELETE')).toEqual([])
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Deleted')
    await expect(titles(page)).toHaveText([/^Router/])
    expect(sent('DELETE')[0]?.query).toContain(`id=eq.${before.id}`)
    const user_agent = await page.evaluate(() => navigator.userAgent)
    expect((await accessLog(owner, before.id)).at(-1)).toEqual({ action: 'deleted', user_agent })
  })
})
