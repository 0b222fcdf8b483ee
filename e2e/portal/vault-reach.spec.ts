import type { Locator, Page } from '@playwright/test'
import { cleo } from '../people.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { sealed } from '../vault-payload.ts'
import {
  action,
  add,
  clipboard,
  damage,
  dialog,
  entry,
  field,
  house,
  openVault,
  PASSPHRASE,
  passphraseField,
  unlock,
  withClipboard,
} from './vault-scene.ts'

/** Goes on with the Tab key until this has the focus. */
async function tabTo(page: Page, target: Locator) {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not lead to ${target}.`)
}

test('[vault.md#password-vault] everything is done with the keyboard alone', async ({ signedIn, backstage }) => {
  const { admin } = await house(backstage, [{ title: 'Router' }])
  const page = await signedIn(admin, withClipboard)
  await openVault(page)
  await tabTo(page, passphraseField(page))
  await page.keyboard.type(PASSPHRASE)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'The vault is open' })).toBeFocused()

  await tabTo(page, action(page, 'Router', /^Copy Password/))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Copied')
  await expect(action(page, 'Router', /^Copy Password/)).toBeFocused()
  expect(await clipboard(page)).toBe('secret')

  await tabTo(page, action(page, 'Router', /^Edit/))
  await page.keyboard.press('Enter')
  await expect(field(page, 'Title')).toBeFocused()
  await tabTo(page, field(page, 'Username'))
  await page.keyboard.type('root')
  await tabTo(page, dialog(page).getByRole('button', { name: 'Generate' }))
  await page.keyboard.press('Space')
  await tabTo(page, field(page, 'Favorite'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await tabTo(page, dialog(page).getByRole('button', { name: 'Update' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Updated')
  await expect(action(page, 'Router', /^Edit/)).toBeFocused()
  await expect(entry(page, 'Router')).toContainText('root')

  await page.keyboard.press('Tab')
  await expect(action(page, 'Router', /^Delete/)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Deleted')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('[who-may-do-what.md#rows] another agency sees nothing of it, by the screen or by the API', async ({
  signedIn,
  backstage,
}) => {
  const { admin, agency } = await house(backstage)
  const id = await add(await backstage.as(admin), agency, { title: 'North only', isShared: true })
  const page = await signedIn(cleo)
  await openVault(page)
  await expect(page.getByText('North only')).toHaveCount(0)
  const stranger = await backstage.as(cleo)
  expect((await stranger.from('password_vault').select().eq('id', id)).data).toEqual([])
  expect((await stranger.from('vault_access_logs').insert({ vault_entry_id: id, action: 'copied' })).error?.code).toBe(
    '42501',
  )
})

test('five hundred entries come at once, and are searched at once while the passphrase is tried on them', async ({
  signedIn,
  backstage,
}) => {
  const { admin } = await house(backstage)
  const sound = sealed('secret', PASSPHRASE)
  const rows = Array.from({ length: 500 }, (_, number) => ({
    title: `Entry ${number + 1}`,
    username: `person-${number + 1}@example.test`,
    // Each is a payload of its own, which takes a key of its own to try; all but the first were sealed otherwise.
    encrypted_password: number === 0 ? sound : sound.replace(/"nonce":".{16}/, `"nonce":"${nonce(number)}`),
  }))
  await (await backstage.as(admin)).from('password_vault').insert(rows).throwOnError()
  const page = await signedIn(admin, withClipboard)
  await openVault(page)
  await expect(page.getByRole('heading', { name: 'Entries (500)', exact: true })).toBeVisible()
  const titles = page.getByRole('list', { name: 'Entries' }).getByRole('heading')
  await expect(titles).toHaveCount(50)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('51–100 of 500')).toBeVisible()
  await unlock(page)
  await expect(page.getByText(/^Finding out which entries open with this passphrase: \d+ of 500\.$/)).toBeVisible()

  // From the key to the entry on the screen.
  const answered = await page.evaluate(async () => {
    const box = document.querySelector<HTMLInputElement>('input[type=search]')
    if (!box) throw new Error('no search box')
    const typed = performance.now()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, 'person-1@')
    box.dispatchEvent(new Event('input', { bubbles: true }))
    while (document.querySelectorAll('[aria-label=Entries] h3').length !== 1) await new Promise(requestAnimationFrame)
    return performance.now() - typed
  })
  expect(answered).toBeLessThan(1000)
  await expect(titles).toHaveText([/^Entry 1\b/])
  await action(page, 'Entry 1', /^Copy Password/).click()
  await expectToast(page, 'Copied')
  await expect(page.getByText(/^Finding out/)).toBeVisible()
})

/** Twelve bytes that are another number each. */
const nonce = (number: number) => Buffer.from(String(number).padStart(12)).toString('base64')

for (const [device, viewport] of [
  ['phone', phone],
  ['desktop', { width: 1280, height: 800 }],
] as const) {
  test(`[axe] the vault on a ${device}: open, its dialogs, and what does not open`, async ({ signedIn, backstage }) => {
    const payload = sealed('secret', PASSPHRASE)
    const { admin, colleague, agency } = await house(backstage, [
      { title: 'Damaged', encrypted_password: payload },
      { title: 'Old', passphrase: 'another', tags: ['office'], password_strength_score: 2 },
      { title: 'Full', website_url: 'router.example', username: 'root', is_favorite: true, password_strength_score: 4 },
    ])
    await add(await backstage.as(colleague), agency, { title: 'Theirs', isShared: true })
    const page = await signedIn(admin, { viewport })
    await damage(page, new Map([[payload, '{}']]))
    await openVault(page)
    await expectAccessible(page)
    await unlock(page)
    await expect(page.getByText('This passphrase opens 2 of 4 entries.', { exact: true })).toBeVisible()
    await expectAccessible(page)
    // Nothing sticks out to the side.
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth).toBe(clientWidth)

    await action(page, 'Damaged', /^Edit/).click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Title and Password are required.')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await unlock(page, 'opens nothing')
    await page.getByRole('button', { name: 'Add Entry' }).click()
    await field(page, 'Password').fill('aA1')
    await expect(dialog(page).getByText(/^This passphrase opens none/)).toBeVisible()
    await expectAccessible(page)
  })
}
