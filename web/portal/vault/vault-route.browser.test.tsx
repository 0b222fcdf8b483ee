import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectDestructiveToast, expectTexts, expectToast, phone } from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { ana, ben, north, sol } from '../../testing/people.ts'
import {
  action,
  dialog,
  entry,
  field,
  lock,
  openVault,
  openVaultOn,
  sealed,
  search,
  titles,
  unlock,
  VAULT,
  withEntries,
} from '../../testing/vault-scene.ts'

const none = () => page.getByText('No entries yet.', { exact: true })

it('has its title and its words', async () => {
  await openVault()
  expect(document.title).toBe('Password Vault | Dashboard')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Password Vault', exact: true })).toBeVisible()
  const description = 'Securely store and share credentials within your agency.'
  await expect.element(page.getByText(description, { exact: true })).toBeVisible()
  await expect.element(search()).toBeVisible()
  await expect.element(none()).toBeVisible()
})

it('says that it is loading, and what can be done when it cannot load', async () => {
  const backend = await withEntries({ title: 'Router' })
  const slow = backend.hold('GET', VAULT)
  const portal = openVaultOn(backend)
  await expect.element(page.getByText('Loading...', { exact: true })).toBeVisible()
  slow.open()
  await expect.element(entry('Router')).toBeVisible()

  const recover = backend.answer('GET', VAULT, () => refusal('off'))
  portal.reload()
  const again = page.getByRole('button', { name: 'Try Again' })
  await expect.element(again).toBeVisible()
  await expect.element(none()).not.toBeInTheDocument()
  recover()
  await again.click()
  await expect.element(entry('Router')).toBeVisible()
})

it('shows each entry with its parts, and a dash where there is nothing; newest first', async () => {
  const backend = await openVault(
    { title: 'Bare' },
    {
      title: 'Full',
      website_url: 'https://router.example/login',
      username: 'root',
      tags: ['office', 'network'],
      is_favorite: true,
      password_strength_score: 3,
      agency_id: north,
    },
  )
  await expectTexts(titles(), ['Full (favorite)', 'Bare'])
  for (const words of ['root', 'office', 'network', 'favorite', 'Shared with agency']) {
    await expect.element(entry('Full')).toMatchTextContent(words)
  }
  const link = entry('Full').getByRole('link')
  await expect.element(link).toHaveAttribute('href', 'https://router.example/login')
  await expect.element(link).toHaveAttribute('rel', expect.stringContaining('noreferrer'))
  await expect.element(entry('Bare').getByText('—', { exact: true })).toHaveLength(3)
  await expect.element(entry('Bare')).not.toMatchTextContent('Shared')
  for (const title of ['Full', 'Bare']) {
    for (const name of [/^Copy Password/, /^Show the password/, /^Edit/, /^Delete/])
      await expect.element(action(title, name)).toBeVisible()
  }
  // All entries are requested, newest first, without columns that are never shown.
  const [asked] = backend.sent('GET', VAULT)
  expect(asked?.query.order).toMatch(/^created_at\.desc/)
  expect(JSON.stringify(asked?.query)).not.toContain('encrypted_notes')
})

it('searches titles, usernames and tags while one types', async () => {
  await openVault(
    { title: 'Mail', username: 'postmaster' },
    { title: 'Printer', tags: ['Office'] },
    { title: 'Router' },
  )
  for (const [typed, title] of [
    ['ROUT', 'Router'],
    ['postm', 'Mail'],
    ['office', 'Printer'],
  ] as const) {
    await search().fill(typed)
    await expectTexts(titles(), [title])
  }
  await search().fill('100%')
  await expect.element(page.getByText('No entries match your search.', { exact: true })).toBeVisible()
  await search().fill('')
  await expect.element(titles()).toHaveLength(3)
})

it('tells of an entry that a colleague deleted meanwhile, and leaves it out', async () => {
  const backend = await openVault({ title: 'Router' })
  await action('Router', /^Delete/).click()
  backend.table('password_vault').delete(new URLSearchParams({ title: 'eq.Router' }))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectDestructiveToast('Error', 'This entry no longer exists, or you may not delete it.')
  await expect.element(none()).toBeVisible()
})

it('lets a hundred damaged payloads spoil nothing but themselves', async () => {
  const sound = await sealed()
  // Each damaged payload is cut off or lacks one character.
  const damaged = Array.from({ length: 100 }, (_, place) => ({
    title: `Damaged ${place}`,
    encrypted_password: sound.slice(0, place + 1) + (place % 2 ? '' : sound.slice(place + 2)),
  }))
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openVault({ title: 'Router', encrypted_password: sound }, ...damaged)
  await unlock()
  await search().fill('Router')
  await action('Router', /^Copy Password/).click()
  await expectToast('Copied')
  expect(copy).toHaveBeenCalledExactlyOnceWith('secret')
  await expect.element(page.getByText('Opens 1 of 101', { exact: true })).toBeVisible()
})

it.each([
  [ana, 1],
  [sol, 1],
  [ben, 0],
])(
  '[vault.md#password-vault] stands in the sidebar for admin-type roles, and opens for everybody on the staff (%#)',
  async (person, links) => {
    openVaultOn(await withEntries(), person)
    await expect.element(page.getByRole('heading', { name: 'Entries (0)' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Clients', exact: true })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Password Vault', exact: true })).toHaveLength(links)
  },
)

it.each<[string, typeof phone]>([
  ['phone', phone],
  ['desktop', [1280, 800]],
])('[axe] the vault on a %s: open, its dialogs, and what does not open', async (_device, size) => {
  await page.viewport(...size)
  await openVault(
    { title: 'Damaged', encrypted_password: '{}' },
    {
      title: 'Old',
      encrypted_password: await sealed('secret', 'another'),
      tags: ['office'],
      password_strength_score: 2,
    },
    {
      title: 'Full',
      website_url: 'router.example',
      username: 'root',
      is_favorite: true,
      password_strength_score: 4,
    },
    { title: 'Theirs', user_id: ben.id, owner: { display_name: ben.name }, agency_id: north },
  )
  await expectAccessible()
  await unlock()
  await expect.element(page.getByText('Opens 2 of 4', { exact: true })).toBeVisible()
  await expectAccessible()
  // Nothing is wider than the window.
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBe(clientWidth)

  await action('Damaged', /^Edit/).click()
  await expect.element(dialog().getByRole('alert')).toBeVisible()
  await expectAccessible()
  await dialog().getByRole('button', { name: 'Update' }).click()
  await expect.element(page.getByText('Title and Password are required.')).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await lock().click()
  await unlock('opens nothing')
  await page.getByRole('button', { name: 'Add Entry' }).click()
  await field('Password').fill('aA1')
  await expect.element(dialog().getByText(/^This passphrase opens none/)).toBeVisible()
  await expectAccessible()
})
