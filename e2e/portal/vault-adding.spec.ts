import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
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
  stored,
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
})
