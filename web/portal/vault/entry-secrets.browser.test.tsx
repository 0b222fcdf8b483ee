import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectDestructiveToast, expectTexts } from '../../testing/expect.ts'
import { ben, north } from '../../testing/people.ts'
import {
  action,
  addEntry,
  dialog,
  entry,
  field,
  LOCKED,
  lock,
  openUnlocked,
  openVault,
  openVaultOn,
  passphraseField,
  sealed,
  stored,
  titles,
  unlock,
  update,
  withEntries,
} from '../../testing/vault-scene.ts'

const show = (title = 'Router') => action(title, /^Show the password/)
const secrets = (title = 'Router') => page.getByRole('region', { name: `Password and notes of ${title}` })
const signs = () => secrets().getByRole('list', { name: 'Password, character by character' }).getByRole('listitem')
const logged = (backend: Awaited<ReturnType<typeof withEntries>>) =>
  backend.table('vault_access_logs').rows.map(({ vault_entry_id, action }) => [vault_entry_id, action])
const withNotes = async () => ({
  id: 'e1',
  title: 'Router',
  encrypted_password: await sealed('aZ0&'),
  encrypted_notes: await sealed('Under the desk,\n  on the left'),
})

/** Hides the page, as another tab in front of it would. */
function turnAway() {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  state.mockRestore()
}

it('[vault.md#showing] shows password and notes in the row, spelled, read out and recorded', async () => {
  const backend = await openUnlocked(await withNotes())
  await show().click()
  await expect.element(secrets().getByText('aZ0&', { exact: true })).toBeVisible()
  await expect.element(signs()).toHaveLength(0)
  await secrets().getByRole('button', { name: 'More about the password' }).click()
  await expect.element(secrets().getByText(/at ten thousand tries a second/)).toBeVisible()
  await expectTexts(signs(), ['aalfa', 'Zcapital ZULU', '0zero', '&ampersand'])
  await expect.element(secrets().getByText(/^Under the desk,\s+on the left$/)).toBeVisible()
  await expect.element(entry('Router').getByRole('status')).toMatchTextContent('capital ZULU')
  await expect.poll(() => logged(backend)).toEqual([['e1', 'viewed']])
  await expectAccessible()
  await action('Router', /^Hide the password/).click()
  await expect.element(secrets()).not.toBeInTheDocument()
  expect(document.body.textContent).not.toContain('Under the desk')
})

it('[vault.md#showing] asks for the passphrase first', async () => {
  const backend = await openVault({ title: 'Router' })
  await show().click()
  await expectDestructiveToast('Error', LOCKED)
  await expect.element(passphraseField()).toHaveFocus()
  expect(logged(backend)).toEqual([])
})

it('[vault.md#showing] lets colleagues read what is shared with them', async () => {
  const owner = { display_name: 'Ana Reyes' }
  const { backend } = openVaultOn(await withEntries({ ...(await withNotes()), owner, agency_id: north }), ben)
  await unlock()
  await show().click()
  await expect.element(secrets().getByText(/Under the desk/)).toBeVisible()
  await expect.poll(() => logged(backend)).toEqual([['e1', 'viewed']])
})

it('[vault.md#showing] hides again out of sight, and when the vault is locked', async () => {
  await openUnlocked(await withNotes())
  await show().click()
  await expect.element(secrets()).toBeVisible()
  turnAway()
  await expect.element(secrets()).not.toBeInTheDocument()

  await show().click()
  await expect.element(secrets()).toBeVisible()
  await lock().click()
  await expect.element(secrets()).not.toBeInTheDocument()
})

it('[vault.md#showing] shows one entry at a time, and says what cannot be read', async () => {
  await openUnlocked(
    { title: 'Shut', encrypted_password: await sealed('secret', 'another') },
    { ...(await withNotes()), id: 'e2', title: 'Half', encrypted_password: '{}' },
    await withNotes(),
  )
  await show().click()
  await expect.element(secrets()).toBeVisible()
  await show('Half').click()
  await expect.element(secrets('Half')).toMatchTextContent('Invalid payload')
  await expect.element(secrets('Half')).toMatchTextContent('Under the desk')
  await expect.element(secrets()).not.toBeInTheDocument()
  await show('Shut').click()
  await expectDestructiveToast('Error', 'This entry does not open with this passphrase.')
})

it('[vault.md#editing] shows what is stored beside a field that stays empty, and changes nothing by it', async () => {
  const entry = await withNotes()
  const backend = await openUnlocked(entry)
  await action('Router', /^Edit/).click()
  await expect.element(field('Notes')).toHaveValue('')
  await dialog().getByRole('button', { name: 'Show what is stored' }).click()
  await expect.element(dialog().getByText(/^Under the desk,/)).toBeVisible()
  await expect.element(field('Notes')).toHaveValue('')
  await dialog().getByRole('button', { name: 'Hide what is stored' }).click()
  await expect.element(dialog().getByText(/^Under the desk,/)).not.toBeInTheDocument()
  await dialog().getByRole('button', { name: 'Show password' }).click()
  await dialog().getByRole('button', { name: 'More about the password' }).click()
  await expect.element(dialog().getByText('capital ZULU')).toBeVisible()
  await expect
    .poll(() => logged(backend))
    .toEqual([
      ['e1', 'viewed'],
      ['e1', 'viewed'],
    ])
  // A password that the person typed is not one of the vault's secrets.
  await dialog().getByRole('button', { name: 'Hide password' }).click()
  await field('Password').fill('another')
  await dialog().getByRole('button', { name: 'Show password' }).click()
  turnAway()
  await expect.element(field('Password')).toHaveAttribute('type', 'password')
  await update().click()
  await expect.poll(() => logged(backend).map(([, what]) => what)).toEqual(['updated', 'viewed', 'viewed'])
  expect(stored(backend, 'Router')?.encrypted_notes).toBe(entry.encrypted_notes)
})

it('[vault.md#reuse-and-age] says which passwords are the same, which are old, and which do not open', async () => {
  await openUnlocked(
    { title: 'Shut', encrypted_password: await sealed('secret', 'another') },
    { title: 'Old', encrypted_password: await sealed('unique'), password_changed_at: '2020-01-01T00:00:00Z' },
    { title: 'Mail', password_changed_at: new Date().toISOString() },
    { title: 'Router', password_changed_at: new Date().toISOString() },
  )
  await expect.element(entry('Router')).toMatchTextContent('Used twice')
  await expect.element(entry('Old')).not.toMatchTextContent('Used')
  await expect.element(entry('Old')).toMatchTextContent(/\d years old/)

  const filter = page.getByRole('combobox', { name: 'Filter entries' })
  for (const [option, found] of [
    ['Same password as another (2)', ['Router', 'Mail']],
    ['Password over a year old (1)', ['Old']],
    ['Does not open (1)', ['Shut']],
  ] as const) {
    await filter.selectOptions(option)
    await expect.element(titles()).toHaveLength(found.length)
    for (const title of found) await expect.element(entry(title)).toBeVisible()
  }
  await addEntry().click()
  await field('Password').fill('secret')
  await expect.element(dialog().getByText('The same password as in Router, Mail.', { exact: true })).toBeVisible()
})

it('[vault.md#strength] makes passwords up by length, kinds and the readable mode, and leaves typed ones alone', async () => {
  await openUnlocked()
  await addEntry().click()
  await dialog().getByRole('button', { name: 'Length and kinds' }).click()
  const input = field('Password')
  const value = () => {
    const element = input.element()
    return element instanceof HTMLInputElement ? element.value : ''
  }
  await input.fill('typed')
  await dialog().getByRole('slider', { name: 'Length' }).fill('24')
  await expect.element(input).toHaveValue('typed')
  await dialog().getByRole('button', { name: 'Generate', exact: true }).click()
  await expect.poll(value).toMatch(/^.{24}$/)
  for (const kind of ['Capital letters', 'Small letters', 'Symbols']) {
    await dialog().getByRole('checkbox', { name: kind }).click()
  }
  await expect.poll(value).toMatch(/^\d{24}$/)
  await expect.element(dialog().getByRole('checkbox', { name: 'Digits' })).toBeDisabled()
  await dialog()
    .getByRole('checkbox', { name: /^Readable/ })
    .click()
  await expect.poll(value).toMatch(/^[2-9]{24}$/)
  await dialog().getByRole('button', { name: 'More about the password' }).click()
  await expect.element(dialog().getByText(/at ten thousand tries a second/)).toBeVisible()
  await expectAccessible()
})
